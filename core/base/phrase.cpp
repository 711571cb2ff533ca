// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/phrase.h"

#include "base/text.h"

#include <algorithm>

namespace tunedesk {

namespace {

constexpr std::size_t most_values = 8, most_value_bytes = 4096;
constexpr int deepest_part = 3;

} // namespace

Phrase::Phrase(PhraseId of, std::vector<std::string> with)
    : id(phrase_catalogue()[static_cast<std::size_t>(of)].id), values(std::move(with)) {}

Phrase::Phrase(PhraseId of, std::vector<std::string> with, std::vector<Phrase> within)
    : Phrase(of, std::move(with)) {
    parts = std::move(within);
}

Phrase Phrase::in_words(std::string text) {
    Phrase phrase;
    phrase.text = std::move(text);
    return phrase;
}

bool Phrase::is(PhraseId one) const {
    return id == phrase_catalogue()[static_cast<std::size_t>(one)].id;
}

const PhraseForm* form_of(const Phrase& phrase) {
    const auto found = std::ranges::find(phrase_catalogue(), std::string_view(phrase.id), &PhraseForm::id);
    return found == phrase_catalogue().end() ? nullptr : &*found;
}

std::string sentence(const Phrase& phrase) {
    const PhraseForm* form = form_of(phrase);
    if (!form) return phrase.text;
    std::vector<std::string> values = phrase.values;
    for (const Phrase& part : phrase.parts)
        values.push_back(sentence(part));
    return filled(form->english, values);
}

std::string filled(std::string_view form, std::span<const std::string> values) {
    std::string text;
    std::size_t value = 0;
    while (!form.empty()) {
        const std::size_t at = std::min(form.find("{}"), form.size());
        text += form.substr(0, at);
        form.remove_prefix(at);
        if (form.empty()) break;
        if (value < values.size()) text += values[value++];
        form.remove_prefix(2);
    }
    return text;
}

Json phrase_json(const Phrase& phrase) {
    Json json{{"id", phrase.id}, {"values", phrase.values}, {"text", sentence(phrase)}};
    for (const Phrase& part : phrase.parts)
        json["parts"].push_back(phrase_json(part));
    return json;
}

namespace {

Phrase phrase_within(const Json& json, int depth) {
    Phrase phrase;
    if (json.is_string()) phrase.text = shortened(json.get_ref<const std::string&>(), most_value_bytes);
    if (!json.is_object()) return phrase;
    phrase.id = shortened(text_field(json, "id"));
    if (!form_of(phrase)) phrase.text = shortened(text_field(json, "text"), most_value_bytes);
    if (const auto values = json.find("values"); values != json.end() && values->is_array())
        for (const Json& value : *values)
            if (value.is_string() && phrase.values.size() < most_values)
                phrase.values.push_back(shortened(value.get_ref<const std::string&>(), most_value_bytes));
    if (const auto parts = json.find("parts"); depth > 0 && parts != json.end() && parts->is_array())
        for (const Json& part : *parts)
            if (phrase.parts.size() < most_values) phrase.parts.push_back(phrase_within(part, depth - 1));
    return phrase;
}

} // namespace

Phrase phrase_from(const Json& json) {
    return phrase_within(json, deepest_part);
}

} // namespace tunedesk
