// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tokenize/words/word_level_model.h"

#include "base/error.h"
#include "data/unicode/unicode.h"

#include <algorithm>

namespace tunedesk::data {

namespace {

bool is_ascii(char byte) {
    return static_cast<unsigned char>(byte) < 0x80;
}

void append_lower(std::string_view text, std::string& out) {
    for (std::size_t position = 0; position < text.size();) {
        if (const char c = text[position]; is_ascii(c)) {
            out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
            ++position;
            continue;
        }
        char32_t lower[unicode::expansion_limit];
        const int count = unicode::to_lower(unicode::next(text, position), lower);
        for (int i = 0; i < count; ++i)
            unicode::append(out, lower[i]);
    }
}

void append_readable(std::string_view text, std::string& out) {
    for (std::size_t position = 0; position < text.size();)
        unicode::append(out, unicode::next(text, position));
}

void replace_all(std::string& text, const WordLevelSettings::Replacement& replacement) {
    std::size_t found = text.find(replacement.pattern);
    if (found == std::string::npos) return;
    std::string replaced;
    replaced.reserve(text.size() + text.size() / 4);
    std::size_t from = 0;
    for (; found != std::string::npos; found = text.find(replacement.pattern, from)) {
        replaced.append(text, from, found - from).append(replacement.content);
        from = found + replacement.pattern.size();
    }
    replaced.append(text, from);
    text = std::move(replaced);
}

} // namespace

std::string word_level_form(std::string_view text, const WordLevelSettings& settings) {
    std::string form;
    form.reserve(text.size() + text.size() / 4);
    settings.lowercase ? append_lower(text, form) : append_readable(text, form);
    const std::size_t most =
        16 * text.size() + (64u << 10); // untrusted replacements could grow the text without limit
    for (const WordLevelSettings::Replacement& replacement : settings.replacements) {
        replace_all(form, replacement);
        if (form.size() > most)
            throw Error(ErrorId::tokenizer_damaged, {"its replacements lengthen a text more than 16 times"},
                        "normalizer");
    }
    return form;
}

void for_each_word(std::string_view form, const std::function<void(std::string_view)>& visit) {
    std::size_t begin = 0, position = 0;
    const auto end_word = [&](std::size_t end) {
        if (end > begin) visit(form.substr(begin, end - begin));
    };
    while (position < form.size()) {
        const std::size_t start = position;
        if (!unicode::is_white_space(unicode::next(form, position))) continue;
        end_word(start);
        begin = position;
    }
    end_word(form.size());
}

WordLevelModel::WordLevelModel(WordLevelSettings settings, const std::vector<VocabularyPiece>& vocabulary)
    : settings_(std::move(settings)) {
    ids_.reserve(vocabulary.size());
    for (const VocabularyPiece& piece : vocabulary)
        ids_[piece.text] = piece.id;
}

void WordLevelModel::encode(std::string_view text, std::size_t offset, TokenSink& sink) const {
    encode_normal(word_level_form(text, settings_), offset, offset == 0, sink);
}

void WordLevelModel::encode_normal(std::string_view text, std::size_t, bool, TokenSink& sink) const {
    for_each_word(text, [&](std::string_view word) {
        const auto found = ids_.find(word);
        sink.ids.push_back(found == ids_.end() ? settings_.unknown_id : found->second);
    });
}

std::size_t WordLevelModel::count(std::string_view text, std::size_t) const {
    std::size_t count = 0;
    for_each_word(word_level_form(text, settings_), [&](std::string_view) { ++count; });
    return count;
}

void WordLevelModel::normal_form(std::string_view text, std::size_t, bool, NormalText& normal) const {
    normal.storage = word_level_form(text, settings_);
    normal.text = normal.storage;
}

} // namespace tunedesk::data
