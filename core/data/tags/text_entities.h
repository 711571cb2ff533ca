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
    std::size_t begin = 0, end = 0; ///< the same in characters (code points), as in Python
    bool operator==(const TextEntity&) const = default;
};

/// The positions of a row's entities in the text that contains the words; both in the order of the text.
std::vector<TextEntity> place_entities(std::string_view text, std::span<const ByteSpan> words,
                                       std::span<const Entity> entities);

/// The entities marked by tag ids, one per word; words with a negative id are outside of entities. `names`
/// are the tags by id.
std::vector<TextEntity> entities_of_ids(std::string_view text, std::span<const ByteSpan> words,
                                        std::span<const std::int32_t> tags,
                                        std::span<const std::string> names, TagScheme scheme);

/// Splits a text into words: parts between white space, each punctuation character by itself, as in the files
/// that entity models are trained on.
std::vector<ByteSpan> words_in(std::string_view text);

} // namespace tunedesk::data
