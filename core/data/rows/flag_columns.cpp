// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/rows/flag_columns.h"

#include "base/json.h"
#include "base/text.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace tunedesk::data {

FlagColumns::FlagColumns(const TableSpec& spec) {
    if (!spec.label_lists || spec.label_column.find(',') == std::string::npos) return;
    for (const std::string_view name : split(spec.label_column, ','))
        if (const std::string_view plain = trimmed(name); !plain.empty()) names_.emplace_back(plain);
    for (const std::string& name : names_)
        quoted_.push_back(Json(name).dump(-1, ' ', false, Json::error_handler_t::replace));
}

std::optional<bool> is_set(std::string_view value) {
    static constexpr std::array<std::string_view, 3> yes{"1", "1.0", "true"}, no{"0", "0.0", "false"};
    const std::string plain = ascii_lower(trimmed(value).substr(0, 16));
    if (std::ranges::find(yes, plain) != yes.end()) return true;
    if (std::ranges::find(no, plain) != no.end()) return false;
    return std::nullopt;
}

bool FlagColumns::add(std::size_t k, std::string_view value) {
    const std::optional<bool> has = is_set(value);
    if (has.value_or(false)) field_ += (field_.empty() ? "[" : ",") + quoted_[k];
    return has.has_value();
}

std::string_view FlagColumns::field(FieldArena& arena) {
    field_ += field_.empty() ? "[]" : "]";
    std::memcpy(arena.room(field_.size()), field_.data(), field_.size());
    return arena.keep(field_.size());
}

} // namespace tunedesk::data
