#include "data/rows/row_fault.h"

#include <algorithm>

namespace tunedesk::data {

namespace {

using Kind = RowFault::Kind;

struct Entry {
    Kind kind;
    const char *id, *form;
};

constexpr Entry catalogue[] = {
    {Kind::empty_text, "empty-text", TUNEDESK_TRANSLATABLE("RowFault", "the text is empty")},
    {Kind::empty_label, "empty-label", TUNEDESK_TRANSLATABLE("RowFault", "the label is empty")},
    {Kind::unknown_label, "unknown-label", TUNEDESK_TRANSLATABLE("RowFault", "unknown label {}")},
    {Kind::one_field, "one-field", TUNEDESK_TRANSLATABLE("RowFault", "1 field where the header has {}")},
    {Kind::field_count, "field-count",
     TUNEDESK_TRANSLATABLE("RowFault", "{} fields where the header has {}")},
    {Kind::open_quote, "open-quote",
     TUNEDESK_TRANSLATABLE("RowFault", "a quote is opened here and not closed rightly")},
    {Kind::late_quote, "late-quote",
     TUNEDESK_TRANSLATABLE("RowFault",
                           "a quote is opened here, and text follows the one that closes it lines later")},
    {Kind::large_field, "large-field", TUNEDESK_TRANSLATABLE("RowFault", "a field is larger than 16 MiB")},
    {Kind::nul_byte, "nul-byte", TUNEDESK_TRANSLATABLE("RowFault", "NUL byte")},
    {Kind::nul_escape, "nul-escape", TUNEDESK_TRANSLATABLE("RowFault", "NUL byte (as \\u0000)")},
    {Kind::not_utf8, "not-utf8", TUNEDESK_TRANSLATABLE("RowFault", "not UTF-8")},
    {Kind::repeated_header, "repeated-header", TUNEDESK_TRANSLATABLE("RowFault", "the header again")},
    {Kind::no_key, "no-key", TUNEDESK_TRANSLATABLE("RowFault", "no key {}")},
    {Kind::repeated_key, "repeated-key", TUNEDESK_TRANSLATABLE("RowFault", "the key {} is given twice")},
    {Kind::wrong_type, "wrong-type", TUNEDESK_TRANSLATABLE("RowFault", "{} is {}, not {}")},
    {Kind::no_object, "no-object", TUNEDESK_TRANSLATABLE("RowFault", "not a JSON object")},
    {Kind::deep_nesting, "deep-nesting", TUNEDESK_TRANSLATABLE("RowFault", "nested deeper than 64 levels")},
    {Kind::no_colon, "no-colon", TUNEDESK_TRANSLATABLE("RowFault", "invalid JSON: ':' is missing")},
    {Kind::no_comma, "no-comma",
     TUNEDESK_TRANSLATABLE("RowFault", "invalid JSON: ',' or a closing bracket is missing")},
    {Kind::trailing_text, "trailing-text",
     TUNEDESK_TRANSLATABLE("RowFault", "invalid JSON: text follows the object")},
    {Kind::hex_digits, "hex-digits",
     TUNEDESK_TRANSLATABLE("RowFault", "invalid JSON: \\u needs four hex digits")},
    {Kind::escape, "escape", TUNEDESK_TRANSLATABLE("RowFault", "invalid JSON: unknown escape")},
    {Kind::surrogate, "surrogate",
     TUNEDESK_TRANSLATABLE("RowFault", "invalid JSON: half of a surrogate pair")},
    {Kind::no_string, "no-string", TUNEDESK_TRANSLATABLE("RowFault", "invalid JSON: a string is missing")},
    {Kind::control_character, "control-character",
     TUNEDESK_TRANSLATABLE("RowFault", "invalid JSON: a control character inside a string")},
    {Kind::open_string, "open-string",
     TUNEDESK_TRANSLATABLE("RowFault", "invalid JSON: a string is not closed")},
    {Kind::no_value, "no-value", TUNEDESK_TRANSLATABLE("RowFault", "invalid JSON: a value is missing")},
    {Kind::number_point, "number-point",
     TUNEDESK_TRANSLATABLE("RowFault", "invalid JSON: a number ends after its point")},
    {Kind::number_exponent, "number-exponent",
     TUNEDESK_TRANSLATABLE("RowFault", "invalid JSON: a number's exponent is missing")},
    {Kind::other, "other", "{}"},
};

const Entry& entry_of(Kind kind) {
    return *std::ranges::find(catalogue, kind, &Entry::kind);
}

} // namespace

std::string_view id_of(Kind kind) {
    return entry_of(kind).id;
}

Kind fault_kind(std::string_view id) {
    const auto found =
        std::ranges::find(catalogue, id, [](const Entry& entry) { return std::string_view(entry.id); });
    return found == std::end(catalogue) ? Kind::other : found->kind;
}

const char* form_of(Kind kind) {
    return entry_of(kind).form;
}

std::string sentence(const RowFault& fault) {
    std::string text;
    std::size_t value = 0;
    for (std::string_view rest = form_of(fault.kind); !rest.empty();) {
        const std::size_t at = std::min(rest.find("{}"), rest.size());
        text += rest.substr(0, at);
        rest.remove_prefix(at);
        if (rest.empty()) break;
        if (value < fault.values.size()) text += fault.values[value++];
        rest.remove_prefix(2);
    }
    return text;
}

} // namespace tunedesk::data
