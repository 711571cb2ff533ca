// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace tunedesk::run {

/// Splits a byte stream that arrives in pieces into lines, in linear time. Thread rule: one thread.
class LineReader {
public:
    explicit LineReader(std::size_t longest_line) : longest_(longest_line) {}

    /// Calls see(line), without its line feed, for each line that these bytes complete. False if a line is
    /// longer than `longest_line`; the stream must then be abandoned.
    bool take(std::string_view bytes, const std::function<void(const std::string& line)>& see);
    /// The start of the unfinished line.
    std::string_view rest() const { return rest_; }

private:
    std::size_t longest_;
    std::string rest_;
};

} // namespace tunedesk::run
