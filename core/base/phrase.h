// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"
#include "base/phrase_id.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Marks a text for translation: lupdate collects it (CMake target update_translations).
#define TUNEDESK_TRANSLATABLE(context, text) text

namespace tunedesk {

/// A text that one program sends to another for display: an id of the catalogue and the values of its
/// sentence. Code branches on the id; the sentence is made where it is displayed.
struct Phrase {
    std::string id;
    std::vector<std::string> values = {};
    std::string text = {};     ///< the sender's English, used if the id is missing or of another version
    std::vector<Phrase> parts; ///< phrases inserted into its sentence after the values

    Phrase() = default;
    explicit Phrase(PhraseId of, std::vector<std::string> with = {});
    Phrase(PhraseId of, std::vector<std::string> with, std::vector<Phrase> within);

    /// A phrase without id, of free text.
    static Phrase in_words(std::string text);

    bool is(PhraseId one) const;
    bool is_empty() const { return id.empty() && text.empty(); }
    bool operator==(const Phrase&) const = default;
};

/// An entry of the catalogue.
struct PhraseForm {
    PhraseId of = PhraseId::count;
    std::string_view id = {}; ///< as transmitted; stable
    /// The English sentence with {} for each value; in the translation context "Phrase".
    const char* english = nullptr;
    /// The translation context of the values; null: values are not translated.
    const char* value_context = nullptr;
};

/// One entry per PhraseId, in the order of the enumeration.
std::span<const PhraseForm> phrase_catalogue();
/// The phrase's entry; null for an id of another version.
const PhraseForm* form_of(const Phrase& phrase);

/// The phrase in English.
std::string sentence(const Phrase& phrase);
/// `form` with each {} replaced by the value at its position; {} without a value are removed.
std::string filled(std::string_view form, std::span<const std::string> values);

/// {"id", "values", "text"}, and "parts" if there are any.
Json phrase_json(const Phrase& phrase);
/// Reads untrusted JSON: a string is a phrase without id; malformed parts are omitted.
Phrase phrase_from(const Json& json);

} // namespace tunedesk
