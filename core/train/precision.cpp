#include "train/precision.h"

namespace tunedesk::train {

at::ScalarType compute_type(const Preset& preset, at::Device device, bool leads, Announcer& announcer) {
    if (preset.precision.compute != Preset::Compute::bf16) return at::kFloat;
    if (leads && device.is_cpu() && !__builtin_cpu_supports("avx512bf16"))
        announcer.warn(
            "this processor has no bf16 instructions (AVX512-BF16 or AMX): precision.compute: bf16 "
            "saves memory here, but fp32 is faster");
    return at::kBFloat16;
}

} // namespace tunedesk::train
