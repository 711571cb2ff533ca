// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/errors/error_id.h"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tunedesk {

/// An entry of the catalogue of errors. Both texts have {} in the place of each value and are in the context
/// "Error" of the translations.
struct ErrorForm {
    ErrorId id;
    const char* sentence; ///< what happened, in English
    const char* advice;   ///< the remedy or the next command; null if there is none
};

/// An entry for each ErrorId, by the thousand of its number (which gives the exit code) and within it in the
/// order of the numbers.
std::array<std::span<const ErrorForm>, 8> error_catalogue();
const ErrorForm& error_form(ErrorId id);
/// Null for a number of another version.
const ErrorForm* find_error_form(int number);

/// How many {} a form has.
std::size_t count_places(std::string_view form);
/// The values that follow those of the sentence.
std::span<const std::string> advice_values(const ErrorForm& form, std::span<const std::string> values);

} // namespace tunedesk
