// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/rows/labels.h"
#include "data/tags/tag_scheme.h"

namespace tunedesk::data {

/// The tags of a row that is a list of words, one a word; empty if no tags were read.
std::vector<std::string_view> tags_of(const Table::Row& row);

/// The scheme of a table's tags (SchemeFinder).
std::optional<TagScheme> scheme_of(const Table& table);

/// The table with tags in another scheme, for the entities of entities_in().
Table in_scheme(const Table& table, TagScheme from, TagScheme to);

/// The tags of samples that are rows of words, as class ids.
struct RowTags {
    RowLists<std::int32_t> ids;     ///< one per word for each sample; empty without tags
    std::vector<std::string> names; ///< tag names by id

    bool empty() const { return ids.empty(); }
};

/// Tags with the scheme in which they mark entities.
struct EntityTags {
    std::vector<std::string> names;
    TagScheme scheme = TagScheme::iob2;
};
/// Interprets the tag names of a task. Without a recognized scheme (SchemeFinder), adjacent words with one
/// tag are an entity if "O" is among the names; otherwise each word is a separate one: the tags are classes
/// of words, such as parts of speech.
EntityTags entity_tags(std::vector<std::string> names);

/// The table with IOB2 tags, if scheme_of() recognizes another scheme.
Table in_iob2(const Table& table);

/// Assigns ids to the tags of the training rows with order_labels(). The map has labels as lists (has_lists),
/// so that functions that find unseen labels apply unchanged. Throws the errors of require_labels() and
/// order_labels(), and Error 3139 if there is only one tag.
LabelMap make_tag_map(const Table& train, const std::vector<std::string>& model_labels);

/// The ids of a table's tags, one per word. Throws Error 3114 for a tag that the training data does not have.
RowLists<std::int32_t> tag_ids(const Table& table, const LabelMap& labels);

} // namespace tunedesk::data
