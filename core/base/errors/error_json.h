// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/json.h"

#include <optional>
#include <string>
#include <vector>

namespace tunedesk {

/// {"id", "values", "what", "where", "kept", "next"}: the texts are English, for programs without the
/// catalogue; "values" is missing for an error of Error::in_words().
Json error_json(const Error& error);

/// Reads error_json() of an untrusted program or version: missing parts are empty. The texts are used if the
/// values are missing or do not match the catalogue's entry. otherwise: the number if the JSON has none from
/// 2000 to 9999.
Error error_from(const Json& json, ErrorId otherwise);

/// The error with this number: from the catalogue if the values match its entry, else with the given texts.
Error error_of(int number, const std::optional<std::vector<std::string>>& values, std::string what,
               std::string where, std::string next);

/// The list of texts `object.values`; std::nullopt if it is missing, malformed or too long.
std::optional<std::vector<std::string>> values_from(const Json& object);

} // namespace tunedesk
