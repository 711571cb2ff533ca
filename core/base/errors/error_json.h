// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/json.h"

#include <optional>
#include <string>
#include <vector>

namespace tunedesk {

/// {"id", "values", "what", "where", "kept", "next"}: the texts are English, for programs that do not know
/// the catalogue; "values" is missing where the error came in words.
Json error_json(const Error& error);

/// Reads error_json() from an untrusted program or version: missing parts are empty. The words are kept where
/// the values are missing or do not fit the catalogue's entry. otherwise: the number where there is none that
/// gives an exit code.
Error error_from(const Json& json, ErrorId otherwise);

/// The error with this number: of the catalogue where the values fit its entry, else in the given words.
Error error_of(int number, const std::optional<std::vector<std::string>>& values, std::string what,
               std::string where, std::string next);

/// A list of texts; std::nullopt if it is no such list or too long.
std::optional<std::vector<std::string>> values_from(const Json& object);

} // namespace tunedesk
