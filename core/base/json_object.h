// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"

#include <utility>
#include <vector>

namespace tunedesk {

/// Appends a member in constant time. operator[] searches all members for the name, so that building an
/// object of many members takes quadratic time. `name` must not exist yet.
inline void append_member(Json& object, std::string name, Json value) {
    using Members = std::vector<std::pair<const std::string, Json>>;
    Members& members = object.get_ref<Json::object_t&>();
    members.emplace_back(std::move(name), std::move(value));
}

} // namespace tunedesk
