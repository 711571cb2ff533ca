// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace tunedesk::data {

/// The size of a packed batch that is filled up to one of a few fixed sizes, so that the device's work for it
/// can be recorded once and repeated. Filling rows form sequences of their own, which count for nothing.
struct Shape {
    std::int64_t rows = 0, sequences = 0;
    bool operator==(const Shape&) const = default;
    bool operator<(const Shape& other) const {
        return rows != other.rows ? rows < other.rows : sequences < other.sequences;
    }
};

/// The smallest fixed shape for this many tokens and sequences: eight numbers of rows and four of sequences
/// between a power of two and the next, so that about a sixteenth of the rows is filling. At least one
/// sequence is filling, none of more than `longest` rows, which no sequence may exceed.
Shape fixed_shape(std::int64_t tokens, std::int64_t sequences, std::int64_t longest);

} // namespace tunedesk::data
