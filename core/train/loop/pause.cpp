// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/loop/pause.h"

#include "memory/torch_headers.h"
#include "train/memory/eviction.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <iterator>
#include <memory>
#include <thread>

namespace tunedesk::train {

/// All tensors that occupy the device between two steps: weights, optimizer state, and gradient buckets.
std::vector<at::Tensor> Pause::device_state() const {
    std::vector<at::Tensor> tensors;
    for (const model::Parameter& parameter : parts_.trainable.model().parameters().all()) {
        if (parameter.packed)
            std::ranges::copy(parameter.packed->tensors(), std::back_inserter(tensors));
        else
            tensors.push_back(parameter.value);
        tensors.push_back(parameter.value.grad());
    }
    for (const Optimizer::State& state : parts_.optimizer.states())
        if (state.value.device() == parts_.device.place()) tensors.push_back(state.value); // not offloaded
    return tensors;
}

event::Command Pause::wait(TrainState& state, std::int64_t total_steps) const {
    Announcer& announcer = parts_.announcer;
    const bool on_device = !parts_.trainable.model().placement().is_on_host();
    std::unique_ptr<Eviction> evicted;
    const auto leave = [&] {
        if (!on_device) return;
        parts_.execution.invalidate();
        evicted = std::make_unique<Eviction>(device_state());
        if (parts_.device.is_gpu()) parts_.device.accelerator()->release_cached_memory();
    };
    const auto come_back = [&] {
        if (evicted) evicted->restore();
        evicted.reset();
    };
    leave();
    announcer.info(fmt::format("paused at step {}", state.step));
    for (;;) {
        announcer.progress("paused", state.step, total_steps);
        const auto next = static_cast<event::Command>(parts_.agreement.exchange_now(
            {state.step, state.updates}, [&] { return static_cast<int>(announcer.channel().command()); }));
        if (next == event::Command::continue_run || next == event::Command::stop ||
            next == event::Command::kill) {
            come_back();
            return next;
        }
        if (next == event::Command::checkpoint) {
            come_back();
            parts_.saver.save(state);
            leave();
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
}

} // namespace tunedesk::train
