// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/files/byte_span.h"
#include "data/tags/tag_scheme.h"

#include <string>

namespace tunedesk::data {

/// An entity in its text: from the first byte of its first word to the last of its last one.
struct TextEntity {
    std::string type;
    ByteSpan bytes;
    std::size_t begin = 0, end = 0; ///< the same in characters (code points), as Python counts them
    bool operator==(const TextEntity&) const = default;
};

/// Entities of a row's words in the text that the words are parts of; both in the text's order.
std::vector<TextEntity> place_entities(std::string_view text, std::span<const ByteSpan> words,
                                       std::span<const Entity> entities);

/// The entities that ids of tags mark, one a word; words with an id below 0, which has no name, are outside.
/// `names` are the tags in id order.
std::vector<TextEntity> entities_of_ids(std::string_view text, std::span<const ByteSpan> words,
                                        std::span<const std::int32_t> tags,
                                        std::span<const std::string> names, TagScheme scheme);

/// The words of a text that comes without any: parts between white space, punctuation characters each by
/// themselves, as in the files that models of entities are trained on.
std::vector<ByteSpan> words_in(std::string_view text);

} // namespace tunedesk::data
