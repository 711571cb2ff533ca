// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace tunedesk::data {

/// Of ASCII.
inline bool is_alphanumeric(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// A regular expression of a tokenizer.json, as PCRE2 is to read it.
struct TranslatedPattern {
    std::string pattern;
    std::string fault; ///< what it holds that is not read here; else empty
};

/// Translates what Oniguruma's Ruby syntax and PCRE2 read differently: properties and white space by Unicode
/// 16, escapes, option groups. Refuses, rather than guesses, what it does not know: classes inside classes,
/// back references, \w and \b, flags other than (?i:, case folding that joins characters.
TranslatedPattern pcre2_pattern(std::string_view oniguruma);

} // namespace tunedesk::data
