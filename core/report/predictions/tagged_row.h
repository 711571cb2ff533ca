// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/tags/text_entities.h"
#include "report/predictions/prediction_table.h"

#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::report {

/// The tags of a row of words, separated by spaces (task::Target::tags).
struct TaggedRow {
    std::string truth; ///< "" if unknown
    std::string predicted;
};
TaggedRow tagged_row(const PredictionTable& table, std::size_t row);

/// The entities marked by the tags of a row of predictions.csv, whose words and tags are separated by spaces;
/// empty if the numbers of words and tags differ.
std::vector<data::TextEntity> entities_of_row(std::string_view words, std::string_view tags);

} // namespace tunedesk::report
