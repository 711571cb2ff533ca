// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/rows/table.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tunedesk::data {

/// The classes of a task, in id order.
struct LabelMap {
    std::vector<std::string> names;
    std::string origin; ///< "the model's id2label", "numeric order", "code-point order": shown to the user
    /// Id of a label as written in the data, or -1.
    int id_of(std::string_view label) const;
    bool by_number = false;     ///< data labels are ids 0..n-1 while `names` are the model's
    bool has_lists = false;     ///< a row has any number of labels: see label_sets.h
    std::string separator = {}; ///< separator of such a row's labels
};

/// The labels of a table, each with its first row.
using FirstOfLabel = std::unordered_map<std::string_view, const Table::Row*>;

/// Assigns ids to labels: the model's if they match its names or ids, else in numeric order, else in
/// code-point order. Throws Error 3111 if names and numbers are mixed, 3115 if a number is written in two
/// ways, 3117 if there are too many classes, 3125 if these are numbers.
LabelMap order_labels(const FirstOfLabel& first, const Table& train,
                      const std::vector<std::string>& model_labels);

/// Throws Error 3113 if the training file has no rows, 3138 if it has no labels.
void require_labels(const Table& train);

/// Makes the map from the training rows with order_labels(). Also throws Error 3139 if there is only one
/// class, and the errors of require_labels().
LabelMap make_label_map(const Table& train, const std::vector<std::string>& model_labels);

/// Class ids of a table's rows. Throws Error 3114 with file:line for a label that the training data does not
/// have.
std::vector<std::int32_t> label_ids(const Table& table, const LabelMap& labels);

/// Throws Error 3114: no training row has the label.
[[noreturn]] void fail_unknown_label(const Table& table, const Table::Row& row, std::string_view label,
                                     const LabelMap& labels);

/// Numbers of the table's rows, ascending, with a label that the training data does not have.
std::vector<std::uint32_t> rows_of_unseen_labels(const Table& table, const LabelMap& labels);

/// The table without these rows, which are then counted as rejected. Throws Error 3140 if no row is left.
Table without_unseen_labels(const Table& table, const LabelMap& labels);

/// A stratified, seeded split of `labels.size()` rows into training, validation and test; each list is
/// ascending. Every class keeps at least one training row; rounding is by largest remainder.
struct RowSplit {
    std::vector<std::uint32_t> train, validation, test;
};
RowSplit stratified_split(std::span<const std::int32_t> labels, double validation, double test,
                          std::uint64_t seed);

/// Rows of `b` whose text (and pair) also occurs in `a`.
struct Duplicates {
    struct Twin {
        std::uint64_t line = 0, of_line = 0; ///< line of the row in `b`, and of the first equal row in `a`
    };
    std::uint64_t count = 0;
    std::vector<Twin> twins;         ///< the first 1,000
    std::vector<std::string> places; ///< the first 5: "test.csv:12 = train.csv:408"
};
Duplicates find_duplicates(const Table& a, const Table& b);
/// The same for parts of the tables; std::nullopt: all rows.
using RowNumbers = std::optional<std::span<const std::uint32_t>>;
Duplicates find_duplicates(const Table& a, RowNumbers of_a, const Table& b, RowNumbers of_b);

} // namespace tunedesk::data
