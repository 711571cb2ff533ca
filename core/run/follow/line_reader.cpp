// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/follow/line_reader.h"

#include <algorithm>

namespace tunedesk::run {

bool LineReader::take(std::string_view bytes, const std::function<void(const std::string& line)>& see) {
    for (std::size_t end = 0; (end = bytes.find('\n')) != std::string_view::npos;
         bytes.remove_prefix(end + 1)) {
        if (rest_.size() + end > longest_) return false;
        rest_.append(bytes, 0, end);
        see(rest_);
        rest_.clear();
    }
    if (rest_.size() + bytes.size() > longest_) {
        rest_.append(bytes, 0, longest_ - std::min(longest_, rest_.size()));
        return false;
    }
    rest_.append(bytes);
    return true;
}

} // namespace tunedesk::run
