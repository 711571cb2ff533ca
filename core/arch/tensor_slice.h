// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "format/pieces.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tunedesk::arch {

struct ModelSpec;
struct ParameterSpec;

/// Which of `size` slices of a model's matrices (Megatron-LM: Shoeybi et al., 2019).
struct TensorSlice {
    int rank = 0, size = 1;

    bool is_whole() const { return size == 1; }
    bool operator==(const TensorSlice&) const = default;
};

/// What is held of a tensor: boxes, one behind the other in memory, each in row-major order.
struct TensorPart {
    std::vector<std::int64_t> whole{}; ///< the tensor's shape
    std::vector<format::Box> boxes{};  ///< empty: the whole tensor

    bool is_whole() const { return boxes.empty(); }
};

/// What a slice holds of a parameter of a whole model. Queries, keys, values, gates and what they are gated
/// with are divided by their outputs, so that each slice has whole heads; the layers behind them by their
/// inputs, whose bias every slice has; tables of words, and a language model's head, by the rows of the
/// vocabulary; of an adapter the matrix on the divided side. Sections of a fused layer are divided each by
/// itself. All else every slice holds whole.
TensorPart part_of(const ModelSpec& spec, const ParameterSpec& parameter, const TensorSlice& slice);

/// The model as a slice computes it: with as many of the heads and of the MLP's columns, and parameters of
/// the shape of what it holds of them; sections of a transposed weight lie below each other. Requires
/// size_that_no_slice_divides() to be nothing.
ModelSpec sliced(const ModelSpec& spec, const TensorSlice& slice);

/// A size that so many slices do not divide, by its name in config.json.
struct UndividedSize {
    std::string name;
    std::int64_t value = 0;
};
std::optional<UndividedSize> size_that_no_slice_divides(const ModelSpec& spec, int slices);

} // namespace tunedesk::arch
