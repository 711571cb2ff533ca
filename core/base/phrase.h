// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"
#include "base/phrase_id.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Marks a text for the window's translations: lupdate collects it (CMake's target update_translations).
#define TUNEDESK_TRANSLATABLE(context, text) text

namespace tunedesk {

/// What one program sends to another for a user to read: an id of the catalogue and the values that its
/// sentence names. Code decides by the id; the sentence is made where it is shown.
struct Phrase {
    std::string id;
    std::vector<std::string> values = {};
    std::string text = {};     ///< the sender's English, where the id is missing or of another version
    std::vector<Phrase> parts; ///< phrases within its sentence, which take its places after the values

    Phrase() = default;
    explicit Phrase(PhraseId of, std::vector<std::string> with = {});
    Phrase(PhraseId of, std::vector<std::string> with, std::vector<Phrase> within);

    /// A program's own words, which have no id.
    static Phrase in_words(std::string text);

    bool is(PhraseId one) const;
    bool is_empty() const { return id.empty() && text.empty(); }
    bool operator==(const Phrase&) const = default;
};

/// An entry of the catalogue.
struct PhraseForm {
    PhraseId of = PhraseId::count;
    std::string_view id = {}; ///< as it is sent; stable
    /// With {} in the place of each value; in the context "Phrase" of translations.
    const char* english = nullptr;
    /// Of the translations of the values; null: values are the same everywhere.
    const char* value_context = nullptr;
};

/// An entry for each PhraseId, in its order.
std::span<const PhraseForm> phrase_catalogue();
/// Null for an id of another version.
const PhraseForm* form_of(const Phrase& phrase);

/// In English.
std::string sentence(const Phrase& phrase);
/// `form` with each {} replaced by the value of its place; {} without a value are left out.
std::string filled(std::string_view form, std::span<const std::string> values);

/// {"id", "values", "text"}, and "parts" where there are some.
Json phrase_json(const Phrase& phrase);
/// Reads untrusted JSON: a text is a phrase without id; what is not well-formed is left out.
Phrase phrase_from(const Json& json);

} // namespace tunedesk
