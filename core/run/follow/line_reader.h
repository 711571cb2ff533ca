// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace tunedesk::run {

/// Cuts bytes that arrive in pieces of any size into lines, each piece looked at once. Thread rule: one
/// thread.
class LineReader {
public:
    explicit LineReader(std::size_t longest_line) : longest_(longest_line) {}

    /// Calls see(line), without its line feed, for each line that these bytes complete. False once a line is
    /// longer than `longest_line`: then the stream is of no use any more.
    bool take(std::string_view bytes, const std::function<void(const std::string& line)>& see);
    /// The beginning of the line that has not ended.
    std::string_view rest() const { return rest_; }

private:
    std::size_t longest_;
    std::string rest_;
};

} // namespace tunedesk::run
