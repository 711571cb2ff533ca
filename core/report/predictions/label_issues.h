#pragma once

#include "report/predictions/prediction_table.h"

#include <cstdint>
#include <span>
#include <vector>

namespace tunedesk::report {

/// A row whose label is likely wrong. `evidence`, from 0 to 1, is the larger of two: what the model gives the
/// likeliest other class beyond the row's own (Northcutt et al. 2021, "Confident learning", call its
/// complement the normalized margin), and the part of the rows with the same text that have another label.
struct LabelIssue {
    std::size_t table = 0;  ///< whose row it is
    std::uint32_t row = 0;  ///< of that table
    std::int32_t label = 0; ///< the row's own, by the first table's names
    std::int32_t suggested = 0;
    float model = 0;              ///< the model's evidence; at most 0 where it agrees with the label
    float twins = 0;              ///< the other rows'
    std::uint32_t twin_count = 0; ///< rows of the same text, this one left out
    float evidence() const { return model > twins ? model : twins; }
};

/// Rows of these tables, all of single classes with the same names, whose label has some evidence against it,
/// most first; of equal evidence in their order. Texts are the same that differ in case, white space and
/// punctuation alone. The model's evidence is worth most where each table was predicted by a model that has
/// not learned from its rows (run/queue/folds.h). Throws Error 4191 where a table has no single classes, or
/// other names than the first.
std::vector<LabelIssue> find_label_issues(std::span<const PredictionTable* const> tables);

} // namespace tunedesk::report
