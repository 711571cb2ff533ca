// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/step/precision.h"

#include "memory/torch_headers.h"
#include "preset/schema/device_types.h"

namespace tunedesk::train {

namespace {

at::ScalarType type_of(Preset::Compute type) {
    switch (type) {
    case Preset::Compute::bf16:
        return at::kBFloat16;
    case Preset::Compute::fp16:
        return at::kHalf;
    default:
        return at::kFloat;
    }
}

} // namespace

at::ScalarType compute_type(const Preset& preset, at::Device device, bool leads, Announcer& announcer) {
    if (leads) {
        const preset::DeviceTypes types =
            device.is_cpu() ? preset::processor_types() : preset::gpu_types(visible_gpus());
        if (const std::string note = preset::precision_note(preset, types); !note.empty())
            announcer.warn(note);
    }
    if (!device.is_cpu() && preset.precision.compute == Preset::Compute::tf32)
        at::globalContext().setAllowTF32CuBLAS(true);
    return type_of(preset.precision.compute);
}

at::ScalarType parameter_type(const Preset& preset) {
    return type_of(preset.precision.params);
}

} // namespace tunedesk::train
