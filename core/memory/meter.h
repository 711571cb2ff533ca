// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "memory/gradient_hook.h"

#include <ATen/core/Tensor.h>
#include <array>
#include <cstdint>
#include <vector>

/// Counts bytes of tensors by purpose and by phase of the training. There is one meter per process because
/// LibTorch has one allocator: on the host the meter is the allocator, on GPUs it is notified of every block
/// that LibTorch's caching allocator allocates and frees. Large blocks on the host are pages of its own
/// (page_heap.h). Counting and pages together compared with LibTorch's allocator over malloc, in alternating
/// steps of 330 ms: 1.6 % less time with huge pages, 1 to 3 % more without (tests/bench/bench_meter.cpp,
/// medians of 40 pairs). Thread rule: any thread.
namespace tunedesk::memory {

/// The purpose of a tensor's memory. Activations are what the forward pass keeps for the backward pass;
/// everything that belongs to no other part is workspace.
enum class Part { weights, gradients, optimizer, activations, workspace };
enum class Phase { loading, forward, backward, step, evaluation };
constexpr std::size_t part_count = 5, phase_count = 5;

using Bytes = std::array<std::uint64_t, part_count>; ///< by Part
std::uint64_t total(const Bytes& bytes);

struct Figures {
    Bytes live{}; ///< now
    Bytes peak{}; ///< the peak of each part by itself
    /// By Phase: the bytes of all parts at the moment of their largest sum.
    std::array<Bytes, phase_count> phases{};
};

/// Starts counting allocations on the host. Earlier tensors are not counted; a second call has no effect.
void install();
/// Receives the notifications of blocks on GPUs of this thread and its backward passes, and counts only those
/// from here on. If a pass consists of LibTorch's own operations, whose kept values cannot be identified,
/// keep_all() must follow each forward pass.
void watch_devices();

void enter(Phase phase);
Phase phase();
Figures figures();
/// Resets the peaks to the current values.
void reset_peaks();
/// Sets the limit of host bytes of all parts, above which an allocation throws std::bad_alloc; 0: no limit.
void set_limit(std::uint64_t bytes);

/// Sets a phase for the scope and restores the previous one.
class InPhase {
public:
    explicit InPhase(Phase phase) : before_(memory::phase()) { enter(phase); }
    ~InPhase() { enter(before_); }
    InPhase(const InPhase&) = delete;
    InPhase& operator=(const InPhase&) = delete;

private:
    Phase before_;
};

/// In this scope, allocations of this thread are counted in `part`.
class InPart {
public:
    explicit InPart(Part part);
    ~InPart();
    InPart(const InPart&) = delete;
    InPart& operator=(const InPart&) = delete;

private:
    Part before_;
};

/// Moves a tensor's memory from workspace to `part`. An undefined tensor is ignored.
void assign(const at::Tensor& tensor, Part part);
/// Counts tensors that a forward pass keeps as activations; has no effect in phases other than forward and
/// backward.
void keep(at::TensorList tensors);
/// Counts as activations all workspace on GPUs that the forward pass allocated since enter() and did not
/// free.
void keep_all();
/// Counts gradients of these parameters as gradients from their accumulation on, while the hooks exist. Code
/// that moves a gradient elsewhere must call assign() itself.
[[nodiscard]] std::vector<GradientHook> count_gradients(const std::vector<at::Tensor>& parameters);

} // namespace tunedesk::memory
