// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/rows/row_fault.h"

#include "base/phrase.h"

#include <algorithm>

namespace tunedesk::data {

namespace {

using FaultKind = RowFault::Kind;

struct FaultEntry {
    FaultKind kind;
    const char *id, *form;
};

constexpr FaultEntry fault_catalogue[] = {
    {FaultKind::empty_text, "empty-text", TUNEDESK_TRANSLATABLE("RowFault", "the text is empty")},
    {FaultKind::empty_label, "empty-label", TUNEDESK_TRANSLATABLE("RowFault", "the label is empty")},
    {FaultKind::empty_other_text, "empty-other-text",
     TUNEDESK_TRANSLATABLE("RowFault", "the text to compare with the first one is empty")},
    {FaultKind::unknown_label, "unknown-label", TUNEDESK_TRANSLATABLE("RowFault", "unknown label {}")},
    {FaultKind::no_number, "no-number", TUNEDESK_TRANSLATABLE("RowFault", "the label {} is not a number")},
    {FaultKind::no_flag, "no-flag",
     TUNEDESK_TRANSLATABLE("RowFault", "the label column {} has {}, neither 1 nor 0")},
    {FaultKind::no_score, "no-score", TUNEDESK_TRANSLATABLE("RowFault", "the score {} is outside {} to {}")},
    {FaultKind::no_messages, "no-messages",
     TUNEDESK_TRANSLATABLE("RowFault", "{} is not a list of objects with role (user, assistant, or system at "
                                       "the beginning) and content that has an answer")},
    {FaultKind::one_field, "one-field", TUNEDESK_TRANSLATABLE("RowFault", "1 field where the header has {}")},
    {FaultKind::field_count, "field-count",
     TUNEDESK_TRANSLATABLE("RowFault", "{} fields where the header has {}")},
    {FaultKind::column_count, "column-count",
     TUNEDESK_TRANSLATABLE("RowFault", "columns of the line: {}, of the file: {}")},
    {FaultKind::no_word, "no-word", TUNEDESK_TRANSLATABLE("RowFault", "the word is missing")},
    {FaultKind::no_tag, "no-tag", TUNEDESK_TRANSLATABLE("RowFault", "the word {} has no tag")},
    {FaultKind::blank_in_tag, "blank-in-tag",
     TUNEDESK_TRANSLATABLE("RowFault", "the tag {} contains white space")},
    {FaultKind::tag_count, "tag-count",
     TUNEDESK_TRANSLATABLE("RowFault", "number of words: {}, of tags: {}")},
    {FaultKind::unnamed_tag, "unnamed-tag",
     TUNEDESK_TRANSLATABLE("RowFault", "the list of tag names has no name for the tag {}")},
    {FaultKind::open_quote, "open-quote",
     TUNEDESK_TRANSLATABLE("RowFault", "a quote is opened here and not closed correctly")},
    {FaultKind::late_quote, "late-quote",
     TUNEDESK_TRANSLATABLE("RowFault",
                           "a quote is opened here, and text follows its closing quote some lines later")},
    {FaultKind::large_field, "large-field",
     TUNEDESK_TRANSLATABLE("RowFault", "a field is larger than 16 MiB")},
    {FaultKind::nul_byte, "nul-byte", TUNEDESK_TRANSLATABLE("RowFault", "NUL byte")},
    {FaultKind::nul_escape, "nul-escape", TUNEDESK_TRANSLATABLE("RowFault", "NUL byte (as \\u0000)")},
    {FaultKind::not_utf8, "not-utf8", TUNEDESK_TRANSLATABLE("RowFault", "not UTF-8")},
    {FaultKind::repeated_header, "repeated-header", TUNEDESK_TRANSLATABLE("RowFault", "the header again")},
    {FaultKind::no_key, "no-key", TUNEDESK_TRANSLATABLE("RowFault", "no key {}")},
    {FaultKind::repeated_key, "repeated-key", TUNEDESK_TRANSLATABLE("RowFault", "the key {} is given twice")},
    {FaultKind::wrong_type, "wrong-type", TUNEDESK_TRANSLATABLE("RowFault", "{} is {}, not {}")},
    {FaultKind::no_object, "no-object", TUNEDESK_TRANSLATABLE("RowFault", "not a JSON object")},
    {FaultKind::deep_nesting, "deep-nesting",
     TUNEDESK_TRANSLATABLE("RowFault", "nested deeper than 64 levels")},
    {FaultKind::no_colon, "no-colon", TUNEDESK_TRANSLATABLE("RowFault", "invalid JSON: ':' is missing")},
    {FaultKind::no_comma, "no-comma",
     TUNEDESK_TRANSLATABLE("RowFault", "invalid JSON: ',' or a closing bracket is missing")},
    {FaultKind::trailing_text, "trailing-text",
     TUNEDESK_TRANSLATABLE("RowFault", "invalid JSON: text follows the object")},
    {FaultKind::hex_digits, "hex-digits",
     TUNEDESK_TRANSLATABLE("RowFault", "invalid JSON: \\u needs four hex digits")},
    {FaultKind::escape, "escape", TUNEDESK_TRANSLATABLE("RowFault", "invalid JSON: unknown escape")},
    {FaultKind::surrogate, "surrogate",
     TUNEDESK_TRANSLATABLE("RowFault", "invalid JSON: half of a surrogate pair")},
    {FaultKind::no_string, "no-string",
     TUNEDESK_TRANSLATABLE("RowFault", "invalid JSON: a string is missing")},
    {FaultKind::control_character, "control-character",
     TUNEDESK_TRANSLATABLE("RowFault", "invalid JSON: a control character inside a string")},
    {FaultKind::open_string, "open-string",
     TUNEDESK_TRANSLATABLE("RowFault", "invalid JSON: a string is not closed")},
    {FaultKind::no_value, "no-value", TUNEDESK_TRANSLATABLE("RowFault", "invalid JSON: a value is missing")},
    {FaultKind::number_point, "number-point",
     TUNEDESK_TRANSLATABLE("RowFault", "invalid JSON: a number ends after its point")},
    {FaultKind::number_exponent, "number-exponent",
     TUNEDESK_TRANSLATABLE("RowFault", "invalid JSON: a number's exponent is missing")},
    {FaultKind::other, "other", "{}"},
};

const FaultEntry& entry_of(FaultKind kind) {
    return *std::ranges::find(fault_catalogue, kind, &FaultEntry::kind);
}

} // namespace

std::string_view id_of(FaultKind kind) {
    return entry_of(kind).id;
}

RowFault::Kind fault_kind(std::string_view id) {
    const auto found = std::ranges::find(fault_catalogue, id,
                                         [](const FaultEntry& entry) { return std::string_view(entry.id); });
    return found == std::end(fault_catalogue) ? FaultKind::other : found->kind;
}

const char* form_of(FaultKind kind) {
    return entry_of(kind).form;
}

std::string sentence(const RowFault& fault) {
    return filled(form_of(fault.kind), fault.values);
}

} // namespace tunedesk::data
