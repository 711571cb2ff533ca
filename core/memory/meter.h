// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "memory/gradient_hook.h"

#include <ATen/core/Tensor.h>
#include <array>
#include <cstdint>
#include <vector>

/// Bytes of tensors by what they are for and by what the training does meanwhile. One meter a process,
/// because LibTorch has one allocator: on the host it counts for itself, on GPUs it hears of every block that
/// LibTorch's caching allocator gives and takes. Large blocks on the host are pages of
/// its own (page_heap.h). Counting and pages together against LibTorch's allocator over malloc, steps of 330
/// ms in turn: 1.6 % less time with huge pages, 1 to 3 % more where the kernel has none
/// (tests/bench/bench_meter.cpp, medians of 40 pairs). Thread rule: any thread.
namespace tunedesk::memory {

/// Activations are what the forward pass keeps for the backward pass. All that belongs to no other part is
/// workspace.
enum class Part { weights, gradients, optimizer, activations, workspace };
enum class Phase { loading, forward, backward, step, evaluation };
constexpr std::size_t part_count = 5, phase_count = 5;

using Bytes = std::array<std::uint64_t, part_count>; ///< by Part
std::uint64_t total(const Bytes& bytes);

struct Figures {
    Bytes live{}; ///< now
    Bytes peak{}; ///< each part's own
    /// By Phase: what there was when there was most.
    std::array<Bytes, phase_count> phases{};
};

/// From here on counts what is allocated. Tensors made before, and the second call, count for nothing.
void install();
/// Hears of this thread's and its backward passes' blocks on GPUs, and from here on counts those alone; where
/// a pass is made of LibTorch's own operations, whose kept values have no other name, keep_all() must follow
/// each forward pass.
void watch_devices();

void enter(Phase phase);
Phase phase();
Figures figures();
/// Forgets the peaks, so that those of what follows can be read.
void reset_peaks();
/// Host bytes of all parts from which on an allocation throws std::bad_alloc; 0: none.
void set_limit(std::uint64_t bytes);

/// A phase within another.
class InPhase {
public:
    explicit InPhase(Phase phase) : before_(memory::phase()) { enter(phase); }
    ~InPhase() { enter(before_); }
    InPhase(const InPhase&) = delete;
    InPhase& operator=(const InPhase&) = delete;

private:
    Phase before_;
};

/// What this thread allocates meanwhile belongs to a part.
class InPart {
public:
    explicit InPart(Part part);
    ~InPart();
    InPart(const InPart&) = delete;
    InPart& operator=(const InPart&) = delete;

private:
    Part before_;
};

/// Says what a tensor's memory, workspace until now, is for. Nothing happens to an undefined tensor.
void assign(const at::Tensor& tensor, Part part);
/// The tensors that a forward pass keeps; the same ones mean nothing in an evaluation.
void keep(at::TensorList tensors);
/// All workspace on GPUs that the forward pass, since enter(), has made and left is kept.
void keep_all();
/// Gradients of these parameters count as such from their accumulation on, while the hooks live. A part that
/// takes a gradient away must assign it itself.
[[nodiscard]] std::vector<GradientHook> count_gradients(const std::vector<at::Tensor>& parameters);

} // namespace tunedesk::memory
