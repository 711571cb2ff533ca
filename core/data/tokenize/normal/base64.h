// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tunedesk::data {

/// Decodes base64 with padding (RFC 4648, section 4); std::nullopt if the text is invalid.
std::optional<std::string> bytes_of_base64(std::string_view text);

} // namespace tunedesk::data
