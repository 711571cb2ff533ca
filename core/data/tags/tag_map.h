// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/rows/labels.h"
#include "data/tags/tag_scheme.h"

namespace tunedesk::data {

/// The tags of a row that is a list of words, one a word; empty if no tags were read.
std::vector<std::string_view> tags_of(const Table::Row& row);

/// The scheme of a table's tags (SchemeFinder).
std::optional<TagScheme> scheme_of(const Table& table);

/// The table with the tags of another scheme, whose entities are those of entities_in().
Table in_scheme(const Table& table, TagScheme from, TagScheme to);

/// The tags of samples, which are rows of words, as class ids.
struct RowTags {
    RowLists<std::int32_t> ids;     ///< of each sample one a word; empty if no tags were given
    std::vector<std::string> names; ///< of the ids

    bool empty() const { return ids.empty(); }
};

/// Tags that mark entities, and how they do.
struct EntityTags {
    std::vector<std::string> names;
    TagScheme scheme = TagScheme::iob2;
};
/// What the tags of a task mean by their names. Without a scheme in them (SchemeFinder) adjacent words of one
/// tag are an entity where "O" is among the names, and each word is one of its own where it is not: classes
/// of words, such as parts of speech.
EntityTags entity_tags(std::vector<std::string> names);

/// The table with tags of IOB2, where its scheme is another that scheme_of() recognizes.
Table in_iob2(const Table& table);

/// Gives ids to the tags of the training rows by order_labels(). The map reads labels as lists (has_lists),
/// so that what finds unseen labels needs no change. Throws what require_labels() and order_labels() throw,
/// and Error 3139 if there is a single tag.
LabelMap make_tag_map(const Table& train, const std::vector<std::string>& model_labels);

/// The ids of a table's tags, one a word. Throws Error 3114 for a tag that the training data does not have.
RowLists<std::int32_t> tag_ids(const Table& table, const LabelMap& labels);

} // namespace tunedesk::data
