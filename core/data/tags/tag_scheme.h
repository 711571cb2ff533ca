// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::data {

/// How tags such as B-PER mark the words of an entity.
enum class TagScheme {
    iob1,  ///< I inside; B only for the first word of an entity behind one of its type
    iob2,  ///< B for each entity's first word, I for the others; also called BIO
    iobes, ///< IOB2 with E for the last of several words and S for a single one
    bilou, ///< the same with L and U
};
/// "IOB1", "IOB2", "IOBES", "BILOU".
const char* name_of(TagScheme scheme);

/// An entity of a row: words begin to end - 1, and its type, which views the tag of its last word (or of a
/// literal: "_" of tags that name no type).
struct Entity {
    std::string_view type;
    std::size_t begin = 0, end = 0;
    bool operator==(const Entity&) const = default;
};

/// Whether a tag is "O", or one of B, I, E, S, L and U, alone or with "-" and a type behind it.
bool has_scheme_form(std::string_view tag);

/// The type that a tag names: what is behind its first "-"; "_" where there is nothing.
std::string_view type_of(std::string_view tag);

/// The entities of a row's tags, in their order, as seqeval's get_entities() finds them (and conlleval, which
/// it follows): an I that continues nothing begins an entity. Tags of BILOU are read as those of IOBES.
std::vector<Entity> entities_in(std::span<const std::string_view> tags, TagScheme scheme);

/// The same as seqeval's strict mode: entities that the scheme allows alone, from beginning to end. A tag
/// whose letter is not of the scheme is outside.
std::vector<Entity> strict_entities_in(std::span<const std::string_view> tags, TagScheme scheme);

/// Tags of `words` words that mark these entities, which do not overlap and are in their order.
std::vector<std::string> tags_for(std::span<const Entity> entities, std::size_t words, TagScheme scheme);

/// Recognizes the scheme of a file's tags. A value.
class SchemeFinder {
public:
    /// Looks at the tags of a row.
    void add(std::span<const std::string_view> tags);
    /// By the letters; between IOB1 and IOB2 the one with fewer tags that it does not allow, IOB2 where both
    /// have as many. std::nullopt if a tag has not the form, or there is no entity: tags are classes of
    /// words, then.
    std::optional<TagScheme> found() const;

private:
    bool has_other_ = false, has_entity_ = false, has_iobes_ = false, has_bilou_ = false;
    std::size_t not_of_iob1_ = 0, not_of_iob2_ = 0;
};

/// The types of tags, each once, in the order of code points.
std::vector<std::string> entity_types(std::span<const std::string> tags);

} // namespace tunedesk::data
