// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::data {

/// Why a row cannot be used: the kind of fault and the values of its sentence; values from the file are
/// sanitized by shown(). Sentences are made where they are displayed.
struct RowFault {
    enum class Kind {
        empty_text,
        empty_label,
        empty_other_text, ///< for texts that are compared
        unknown_label,    ///< the label
        no_number,        ///< the label
        no_flag,          ///< the column, its value
        no_score,         ///< the number, the smallest and the largest valid number
        no_messages,      ///< the column
        one_field,        ///< number of columns in the header
        field_count,      ///< number of fields, number of columns in the header
        column_count,     ///< number of columns, number of columns in the file
        no_word,
        no_tag,       ///< the word
        blank_in_tag, ///< the tag
        tag_count,    ///< number of words, number of tags
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
        wrong_type,   ///< the key, the actual type, the expected type
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
/// The kind with an id; `other` for an id of another version.
RowFault::Kind fault_kind(std::string_view id);
/// The English sentence with {} for each value; also the key of its translations.
const char* form_of(RowFault::Kind kind);
/// The fault's sentence in English.
std::string sentence(const RowFault& fault);

} // namespace tunedesk::data
