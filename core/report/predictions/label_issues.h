// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/predictions/neighbors.h"
#include "report/predictions/prediction_table.h"

#include <cstdint>
#include <span>
#include <vector>

namespace tunedesk::report {

/// The strongest evidence against a row's label.
enum class LabelReason {
    model,      ///< the model prefers another class
    twins,      ///< rows with the same text have another label
    look_alike, ///< a more frequent class has the same name except for case and spaces
    neighbors   ///< the most similar rows have another label
};

/// A row with a probably wrong label, with the evidence of each kind, from 0 to 1.
struct LabelIssue {
    std::size_t table = 0;  ///< index of the row's table
    std::uint32_t row = 0;  ///< index in that table
    std::int32_t label = 0; ///< the row's own label, by the first table's names
    std::int32_t suggested = 0;
    /// The probability of the most likely other class minus that of the row's own (Northcutt et al. 2021,
    /// "Confident learning", call its complement the normalized margin); at most 0 if the model agrees with
    /// the label.
    float model = 0;
    float twins = 0;              ///< fraction of the rows with the same text that have another label
    float look_alike = 0;         ///< the other class's fraction of the rows of both classes
    NeighborVote neighbors{};     ///< `against` is at most 0 if the neighbors agree with the label
    std::uint32_t twin_count = 0; ///< number of other rows with the same text

    /// The largest of them, where model and neighbors are combined with weights two thirds and one third.
    float evidence() const;
    LabelReason reason() const;
};

/// Rows of these tables, all of single classes with the same names, with evidence against their label, in
/// descending order of evidence, then in their own order. Texts are equal if they differ only in case, white
/// space and punctuation. The model's evidence is most reliable if each table was predicted by a model that
/// was not trained on its rows (run/queue/folds.h). Throws Error 4191 if a table has no single classes, or
/// other names than the first.
std::vector<LabelIssue> find_label_issues(std::span<const PredictionTable* const> tables);

} // namespace tunedesk::report
