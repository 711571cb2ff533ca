// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"

#include <cstdio>

namespace tunedesk::worker {

/// One line of JSON to the standard output, at once; bytes that are not UTF-8 become U+FFFD.
inline void print_line(const Json& json) {
    std::printf("%s\n", json.dump(-1, ' ', false, Json::error_handler_t::replace).c_str());
    std::fflush(stdout);
}

} // namespace tunedesk::worker
