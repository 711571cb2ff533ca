// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tags/text_entities.h"

#include "base/text.h"
#include "data/unicode/unicode.h"

namespace tunedesk::data {

std::vector<TextEntity> place_entities(std::string_view text, std::span<const ByteSpan> words,
                                       std::span<const Entity> entities) {
    std::vector<TextEntity> placed;
    std::size_t byte = 0, character = 0;
    const auto characters_to = [&](std::size_t to) {
        character += code_points(text.substr(byte, to - byte));
        byte = to;
        return character;
    };
    for (const Entity& entity : entities) {
        const ByteSpan bytes{words[entity.begin].begin, words[entity.end - 1].end};
        const std::size_t begin = characters_to(bytes.begin);
        placed.push_back({std::string(entity.type), bytes, begin, characters_to(bytes.end)});
    }
    return placed;
}

std::vector<TextEntity> entities_of_ids(std::string_view text, std::span<const ByteSpan> words,
                                        std::span<const std::int32_t> tags,
                                        std::span<const std::string> names, TagScheme scheme) {
    std::vector<std::string_view> named;
    named.reserve(tags.size());
    for (const std::int32_t id : tags)
        named.push_back(id < 0 ? std::string_view("O") : names[static_cast<std::size_t>(id)]);
    return place_entities(text, words, entities_in(named, scheme));
}

std::vector<ByteSpan> words_in(std::string_view text) {
    std::vector<ByteSpan> words;
    std::size_t begin = 0;
    const auto add = [&](std::size_t from, std::size_t to) {
        if (to > from) words.push_back({static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to)});
    };
    for (std::size_t position = 0; position < text.size();) {
        const std::size_t start = position;
        const char32_t character = unicode::next(text, position);
        const bool is_mark = unicode::is_punctuation(character);
        if (!is_mark && !unicode::is_white_space(character)) continue;
        add(begin, start);
        if (is_mark) add(start, position);
        begin = position;
    }
    add(begin, text.size());
    return words;
}

} // namespace tunedesk::data
