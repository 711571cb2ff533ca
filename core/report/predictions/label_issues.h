// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/predictions/neighbors.h"
#include "report/predictions/prediction_table.h"

#include <cstdint>
#include <span>
#include <vector>

namespace tunedesk::report {

/// What speaks most against a row's label.
enum class LabelReason {
    model,      ///< the model gives another class more
    twins,      ///< rows of the same text have another label
    look_alike, ///< a more frequent class has the same name but for case and spaces
    neighbors   ///< the most similar rows have another label
};

/// A row whose label is likely wrong, with the evidence of each kind, from 0 to 1.
struct LabelIssue {
    std::size_t table = 0;  ///< whose row it is
    std::uint32_t row = 0;  ///< of that table
    std::int32_t label = 0; ///< the row's own, by the first table's names
    std::int32_t suggested = 0;
    /// What the model gives the likeliest other class beyond the row's own (Northcutt et al. 2021, "Confident
    /// learning", call its complement the normalized margin); at most 0 where it agrees with the label.
    float model = 0;
    float twins = 0;              ///< the part of the rows with the same text that have another label
    float look_alike = 0;         ///< the other class's part of the rows of both
    NeighborVote neighbors{};     ///< `against` is at most 0 where they agree with the label
    std::uint32_t twin_count = 0; ///< rows of the same text, this one left out

    /// The largest, where model and neighbors count as one: two thirds and one third.
    float evidence() const;
    LabelReason reason() const;
};

/// Rows of these tables, all of single classes with the same names, whose label has some evidence against it,
/// most first; of equal evidence in their order. Texts are the same that differ in case, white space and
/// punctuation alone. The model's evidence is worth most where each table was predicted by a model that has
/// not learned from its rows (run/queue/folds.h). Throws Error 4191 if a table has no single classes, or
/// other names than the first.
std::vector<LabelIssue> find_label_issues(std::span<const PredictionTable* const> tables);

} // namespace tunedesk::report
