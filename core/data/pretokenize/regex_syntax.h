// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace tunedesk::data {

/// For ASCII characters.
inline bool is_alphanumeric(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// A regular expression of a tokenizer.json in PCRE2's syntax.
struct TranslatedPattern {
    std::string pattern;
    std::string fault; ///< the unsupported construct; else empty
};

/// Translates the constructs that Oniguruma's Ruby syntax and PCRE2 interpret differently: properties and
/// white space by Unicode 16, escapes, option groups. Rejects unsupported ones: nested classes, back
/// references, \w and \b, flags other than (?i:, case folding that joins characters.
TranslatedPattern pcre2_pattern(std::string_view oniguruma);

} // namespace tunedesk::data
