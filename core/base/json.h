// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/errors/error_id.h"

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace tunedesk {

using Json = nlohmann::ordered_json;

/// Limits that keep untrusted JSON from exhausting stack or memory.
struct JsonLimits {
    std::size_t max_bytes = 64u << 20;
    int max_depth = 64;
};

/// Parses untrusted JSON text: one value, no trailing text, no duplicate keys in an object, depth and size
/// capped. Throws Error(error_id), whose sentence names the reason, with `where` and line:column.
Json parse_json(std::string_view text, const std::string& where, ErrorId error_id, JsonLimits limits = {});

/// A field of an object; "" or `otherwise` if it is missing or has another type.
std::string text_field(const Json& object, const char* name);
std::int64_t whole_field(const Json& object, const char* name, std::int64_t otherwise = 0);

} // namespace tunedesk
