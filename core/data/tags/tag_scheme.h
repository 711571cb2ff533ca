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
    iob1,  ///< I inside; B only for the first word of an entity directly after one of the same type
    iob2,  ///< B for the first word of each entity, I for the others; also called BIO
    iobes, ///< IOB2 with E for the last of several words and S for a single word
    bilou, ///< the same with L and U instead of E and S
};
/// "IOB1", "IOB2", "IOBES", "BILOU".
const char* name_of(TagScheme scheme);

/// An entity of a row: words begin to end - 1, and its type, a view of the tag of its last word (or of a
/// literal: "_" for tags without a type).
struct Entity {
    std::string_view type;
    std::size_t begin = 0, end = 0;
    bool operator==(const Entity&) const = default;
};

/// Whether a tag is "O", or one of B, I, E, S, L and U, alone or followed by "-" and a type.
bool has_scheme_form(std::string_view tag);

/// The type in a tag: the text after the first "-"; "_" if there is none.
std::string_view type_of(std::string_view tag);

/// The entities of a row's tags, in order, as found by seqeval's get_entities() (which follows conlleval): an
/// I without a preceding tag of its entity begins an entity. Tags of BILOU are read as those of IOBES.
std::vector<Entity> entities_in(std::span<const std::string_view> tags, TagScheme scheme);

/// The same in seqeval's strict mode: only entities that are completely valid in the scheme. A tag with a
/// letter outside the scheme is treated as O.
std::vector<Entity> strict_entities_in(std::span<const std::string_view> tags, TagScheme scheme);

/// Tags for `words` words that mark these entities, which must not overlap and must be in order.
std::vector<std::string> tags_for(std::span<const Entity> entities, std::size_t words, TagScheme scheme);

/// Recognizes the scheme of a file's tags. A value.
class SchemeFinder {
public:
    /// Adds the tags of a row.
    void add(std::span<const std::string_view> tags);
    /// The scheme indicated by the letters; between IOB1 and IOB2 the one with fewer invalid tags, IOB2 if
    /// equal. std::nullopt if a tag does not have the form, or there is no entity: then tags are classes of
    /// words.
    std::optional<TagScheme> found() const;

private:
    bool has_other_ = false, has_entity_ = false, has_iobes_ = false, has_bilou_ = false;
    std::size_t not_of_iob1_ = 0, not_of_iob2_ = 0;
};

/// The distinct types of tags, in code-point order.
std::vector<std::string> entity_types(std::span<const std::string> tags);

} // namespace tunedesk::data
