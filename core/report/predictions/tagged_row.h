#pragma once

#include "data/tags/text_entities.h"
#include "report/predictions/prediction_table.h"

#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::report {

/// Whether the table's rows are words with a tag each, divided by blanks: its columns are called tags and
/// predicted_tags.
bool has_tags(const PredictionTable& table);

/// The tags of such a table's row.
struct TaggedRow {
    std::string truth; ///< "" where they are not known
    std::string predicted;
};
TaggedRow tagged_row(const PredictionTable& table, std::size_t row);

/// The entities that tags mark in a row of predictions.csv, whose words and tags are divided by blanks; none
/// where these are not as many.
std::vector<data::TextEntity> entities_of_row(std::string_view words, std::string_view tags);

} // namespace tunedesk::report
