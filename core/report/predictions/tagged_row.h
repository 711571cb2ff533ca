// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/tags/text_entities.h"
#include "report/predictions/prediction_table.h"

#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::report {

/// The tags of a row of words with a tag each, divided by blanks (task::Target::tags).
struct TaggedRow {
    std::string truth; ///< "" if they are not known
    std::string predicted;
};
TaggedRow tagged_row(const PredictionTable& table, std::size_t row);

/// The entities that tags mark in a row of predictions.csv, whose words and tags are divided by blanks; empty
/// if their numbers differ.
std::vector<data::TextEntity> entities_of_row(std::string_view words, std::string_view tags);

} // namespace tunedesk::report
