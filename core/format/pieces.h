// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tunedesk::format {

/// A part of a tensor: `offset` and extent along each dimension. A scalar's box has no dimensions.
struct Box {
    std::vector<std::int64_t> offset, extent;

    /// The box of a whole tensor.
    static Box whole(const std::vector<std::int64_t>& shape);
    std::int64_t elements() const;
    bool operator==(const Box&) const = default;
};

/// A part of a tensor as stored: elements [begin, end) of a box in row-major order. A whole tensor, a slice
/// of a matrix (a box) and a shard of a flat buffer (a range) are all pieces.
struct Piece {
    std::string tensor; ///< its Hugging Face name; of optimizer state NAME.exp_avg and the like
    Box box;
    std::int64_t begin = 0, end = 0;

    static Piece whole(std::string tensor, const std::vector<std::int64_t>& shape);
    std::int64_t elements() const { return end - begin; }
    bool operator==(const Piece&) const = default;
};

/// Elements that two pieces have in common, next to each other in both: `count` of them, from place `from` of
/// the one (its first element is 0) and place `to` of the other.
struct CommonRun {
    std::int64_t from = 0, to = 0, count = 0;
    bool operator==(const CommonRun&) const = default;
};

/// The elements that `to` gets from `from`, in the order of `to`'s elements; empty for different tensors. The
/// only resharding code there is: whatever layout a state was saved in and whatever layout reads it, each
/// reader copies the overlaps of its pieces with all saved ones. Boxes must have the same number of
/// dimensions.
std::vector<CommonRun> overlap(const Piece& from, const Piece& to);

/// Whether the pieces, all of one tensor, hold each of its elements exactly once: their boxes divide it
/// without rest, and their ranges each box. Returns "" or a sentence about the error. Boxes that overlap are
/// refused whatever their ranges are. Time grows with the square of the number of different boxes (at most
/// 1,024), else as sorting does.
std::string partition_fault(const std::vector<std::int64_t>& shape, std::span<const Piece> pieces);

/// The product of a shape, or -1 if an extent is negative or it exceeds 2^53.
std::int64_t elements_of(const std::vector<std::int64_t>& shape);

} // namespace tunedesk::format
