// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/event.h"

#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::event {

/// Reads a journal's Step lines many times faster than parse_event(): the lines of one run have the same
/// layout, so that only the numbers differ. Lifetime: one journal. Thread rule: one thread.
class StepLineReader {
public:
    struct Line {
        int rank = 0;
        std::uint64_t rank_seq = 0, seq = 0;
        double t = 0;
        std::int64_t step = 0;
        std::vector<double> values; ///< one for each of keys(); NaN and infinities as themselves
    };

    /// Reads a line as to_line() writes it. False for any other form; parse_event() may still accept the
    /// line.
    bool read(std::string_view text, Line& line);
    /// The names of the last line's fields in order, without "step". Unchanged while lines have the same
    /// fields.
    const std::vector<std::string>& keys() const { return keys_; }
    /// Incremented whenever keys() changes.
    std::uint64_t layout() const { return layout_; }

private:
    bool learn(std::string_view fields);

    std::vector<std::string> keys_;
    std::vector<std::string> openings_; ///< `,"KEY":` in the line's order, including that of "step"
    std::size_t step_place_ = 0;        ///< index of "step" in openings_
    std::uint64_t layout_ = 0;
};

} // namespace tunedesk::event
