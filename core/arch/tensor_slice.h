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

/// One of `size` slices of a model's matrices (Megatron-LM: Shoeybi et al., 2019).
struct TensorSlice {
    int rank = 0, size = 1;

    bool is_whole() const { return size == 1; }
    bool operator==(const TensorSlice&) const = default;
};

/// The part of a tensor that is held: boxes, stored contiguously one after another, each in
/// row-major order.
struct TensorPart {
    std::vector<std::int64_t> whole{}; ///< the tensor's shape
    std::vector<format::Box> boxes{};  ///< empty: the whole tensor

    bool is_whole() const { return boxes.empty(); }
};

/// The part of a whole model's parameter that a slice holds. Queries, keys, values, gates and the
/// values they multiply are divided by their outputs, so that each slice has whole heads; the
/// layers after them by their inputs, and every slice has their bias; word tables and a language
/// model's head by the rows of the vocabulary; of an adapter the matrix on the divided side. The
/// sections of a fused layer are divided separately. Every slice holds all other parameters whole.
TensorPart part_of(const ModelSpec& spec, const ParameterSpec& parameter, const TensorSlice& slice);

/// The model as a slice computes it: with the slice's number of heads and columns of the MLP, and
/// parameters in the shape of its parts; sections of a transposed weight are stored one below the
/// other. Requires size_that_no_slice_divides() to return std::nullopt.
ModelSpec sliced(const ModelSpec& spec, const TensorSlice& slice);

/// A size that is not divisible by the number of slices, by its name in config.json.
struct UndividedSize {
    std::string name;
    std::int64_t value = 0;
};
std::optional<UndividedSize> size_that_no_slice_divides(const ModelSpec& spec, int slices);

} // namespace tunedesk::arch
