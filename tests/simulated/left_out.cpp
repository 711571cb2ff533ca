// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulated/left_out.h"

#include <fmt/format.h>

namespace tunedesk::simulated {

void LeftOut::begin(int side, const Clock& missing) {
    begun_ = true;
    side_ = side;
    missing_ = missing;
}

void LeftOut::learns(int side, const Clock& known, const char* from, std::uint64_t number) {
    if (is_open(side) && !known.gains(missing_, side)) taught_by_ = fmt::format("{} {}", from, number);
}

std::string LeftOut::json() const {
    return begun_ ? fmt::format("{{\"taught_by\": \"{}\", \"jobs_before\": {}}}", taught_by_, jobs_) : "null";
}

} // namespace tunedesk::simulated
