// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulated/generator.h"

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/empty.h>
#include <cstring>

namespace tunedesk::simulated {

Generator::Generator(int device)
    : GeneratorImpl(c10::Device(c10::kCUDA, static_cast<c10::DeviceIndex>(device)),
                    c10::DispatchKeySet(c10::DispatchKey::CUDA)) {}

void Generator::set_current_seed(std::uint64_t seed) {
    start_ = {seed, 0};
}

std::uint64_t Generator::seed() {
    start_ = {1234567, 0};
    return start_.seed;
}

void Generator::set_state(const c10::TensorImpl& state) {
    TORCH_CHECK(state.numel() == sizeof start_, "the generator's state has 16 bytes");
    std::memcpy(&start_, state.data(), sizeof start_);
}

c10::intrusive_ptr<c10::TensorImpl> Generator::get_state() const {
    const at::Tensor state = at::empty({sizeof start_}, at::kByte);
    std::memcpy(state.data_ptr(), &start_, sizeof start_);
    return state.getIntrusivePtr();
}

c10::GeneratorImpl* Generator::clone_impl() const {
    auto* copy = new Generator(device().index());
    copy->start_ = start_;
    return copy;
}

RandomStart Generator::draw(const Stream& stream, std::uint64_t numbers) {
    const std::lock_guard lock(state_lock());
    if (stream.capture) {
        const RandomStart drawn{0, stream.capture->drawn};
        stream.capture->drawn += numbers;
        return drawn;
    }
    const RandomStart drawn = start_;
    start_.offset += numbers;
    return drawn;
}

const at::Generator& default_generator(int device) {
    static std::map<int, at::Generator>& all = *new std::map<int, at::Generator>;
    const std::lock_guard lock(state_lock());
    const int index = device < 0 ? current_device() : device;
    const auto found = all.find(index);
    return found != all.end() ? found->second
                              : all.emplace(index, at::make_generator<Generator>(index)).first->second;
}

Generator& implementation(const at::Generator& generator) {
    return *static_cast<Generator*>(generator.unsafeGetGeneratorImpl());
}

std::uint64_t random_seed(const RandomStart& drawn, const RandomStart& at_replay) {
    // Mixed, since the host's generator is seeded by the lower half of the number alone.
    std::uint64_t mixed =
        (drawn.seed + at_replay.seed) * 0x9E3779B97F4A7C15u + drawn.offset + at_replay.offset;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
    return mixed ^ (mixed >> 31);
}

at::Generator host_generator(const RandomStart& drawn, const RandomStart& at_replay) {
    return at::make_generator<at::CPUGeneratorImpl>(random_seed(drawn, at_replay));
}

} // namespace tunedesk::simulated
