// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "simulated/streams.h"

#include <ATen/core/Generator.h>
#include <c10/core/GeneratorImpl.h>

namespace tunedesk::simulated {

/// A device's random number generator with seed and offset, like CUDA's: an operator uses the numbers at the
/// offset, which advances. Each operator's numbers come from a host generator seeded by the offset.
class Generator final : public c10::GeneratorImpl {
public:
    explicit Generator(int device);

    void set_current_seed(std::uint64_t seed) override;
    void set_offset(std::uint64_t offset) override { start_.offset = offset; }
    std::uint64_t get_offset() const override { return start_.offset; }
    std::uint64_t current_seed() const override { return start_.seed; }
    std::uint64_t seed() override;
    void set_state(const c10::TensorImpl& state) override;
    c10::intrusive_ptr<c10::TensorImpl> get_state() const override;
    GeneratorImpl* clone_impl() const override;

    /// Reserves random numbers for an operator that runs now. During capture, the offset is relative to the
    /// graph's start at replay.
    RandomStart draw(const Stream& stream, std::uint64_t numbers = 4);

private:
    RandomStart start_{1234567, 0};
};

/// The default generator of a device (-1: the current one).
const at::Generator& default_generator(int device);
Generator& implementation(const at::Generator& generator);

/// A seed for the offset of an operator; `at_replay`: the start of its graph, or {}.
std::uint64_t random_seed(const RandomStart& drawn, const RandomStart& at_replay);
/// The host's generator with that seed.
at::Generator host_generator(const RandomStart& drawn, const RandomStart& at_replay);

} // namespace tunedesk::simulated
