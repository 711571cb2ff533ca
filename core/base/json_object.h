// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"

#include <utility>
#include <vector>

namespace tunedesk {

/// Adds a member behind the others. Unlike operator[], which looks for the name member by member, this takes
/// constant time: an object of many members is not made in quadratic time. No member of that name may be
/// there.
inline void append_member(Json& object, std::string name, Json value) {
    using Members = std::vector<std::pair<const std::string, Json>>;
    Members& members = object.get_ref<Json::object_t&>();
    members.emplace_back(std::move(name), std::move(value));
}

} // namespace tunedesk
