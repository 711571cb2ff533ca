// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/errors/error_id.h"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tunedesk {

/// An entry of the catalogue of errors. Both texts have {} for each value and the translation context
/// "Error".
struct ErrorForm {
    ErrorId id;
    const char* sentence; ///< what happened, in English
    const char* advice;   ///< the remedy or the next command; null if there is none
};

/// One entry per ErrorId, grouped by the thousand of its number (which determines the exit code) and in
/// ascending order.
std::array<std::span<const ErrorForm>, 8> error_catalogue();
const ErrorForm& error_form(ErrorId id);
/// The entry of an error number; null for a number of another version.
const ErrorForm* find_error_form(int number);

/// Number of {} in a form.
std::size_t count_places(std::string_view form);
/// The values after those of the sentence: those of the advice.
std::span<const std::string> advice_values(const ErrorForm& form, std::span<const std::string> values);

} // namespace tunedesk
