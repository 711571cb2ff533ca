// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/scores/score_fields.h"

namespace tunedesk::report {

double number_in(const Json& object, const char* name) {
    const auto found = object.find(name);
    return found != object.end() && found->is_number() ? found->get<double>() : 0;
}

std::uint64_t count_in(const Json& object, const char* name) {
    const auto found = object.find(name);
    return found != object.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

} // namespace tunedesk::report
