// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::data {

/// Why a row cannot be used: what is wrong, and the values that its sentence names, made harmless by shown()
/// where the file wrote them. Sentences are made where they are shown.
struct RowFault {
    enum class Kind {
        empty_text,
        empty_label,
        empty_other_text, ///< of texts that are compared
        unknown_label,    ///< the label
        no_number,        ///< the label
        no_flag,          ///< the column, its value
        no_score,         ///< the number, the least and the largest that may stand there
        no_messages,      ///< the column
        one_field,        ///< how many the header has
        field_count,      ///< how many there are, how many the header has
        column_count,     ///< how many there are, how many the file has
        no_word,
        no_tag,       ///< the word
        blank_in_tag, ///< the tag
        tag_count,    ///< how many words, how many tags
        unnamed_tag,  ///< the tag
        open_quote,
        late_quote,
        large_field,
        nul_byte,
        nul_escape,
        not_utf8,
        repeated_header,
        no_key,       ///< the key
        repeated_key, ///< the key
        wrong_type,   ///< the key, what it is, what it has to be
        no_object,
        deep_nesting,
        no_colon,
        no_comma,
        trailing_text,
        hex_digits,
        escape,
        surrogate,
        no_string,
        control_character,
        open_string,
        no_value,
        number_point,
        number_exponent,
        other, ///< a sentence in English
    };
    Kind kind = Kind::other;
    std::vector<std::string> values = {};
    bool operator==(const RowFault&) const = default;
};

/// "empty-text", "field-count", ...; stable.
std::string_view id_of(RowFault::Kind kind);
/// The kind of an id; `other` for an id of another version.
RowFault::Kind fault_kind(std::string_view id);
/// The sentence with {} in the place of each value, in English: also the key of its translations.
const char* form_of(RowFault::Kind kind);
/// In English.
std::string sentence(const RowFault& fault);

} // namespace tunedesk::data
