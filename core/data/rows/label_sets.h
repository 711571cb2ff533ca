// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/batch/row_lists.h"
#include "data/rows/labels.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::data {

/// The labels of rows with any number of labels each, as class ids.
class LabelSets {
public:
    LabelSets() = default;
    /// Without rows yet, for ids from 0 to classes - 1.
    explicit LabelSets(std::size_t classes) : classes_(classes) {}
    std::size_t classes() const { return classes_; }
    /// Adds a row: ids ascending and distinct.
    void add(std::span<const std::int32_t> ids) { ids_.add(ids); }
    std::size_t size() const { return ids_.size(); }
    bool empty() const { return ids_.empty(); }
    std::span<const std::int32_t> of(std::size_t row) const { return ids_.of(row); }
    /// The ids of all rows, concatenated.
    std::span<const std::int32_t> ids() const { return ids_.values(); }

private:
    std::size_t classes_ = 0;
    RowLists<std::int32_t> ids_;
};

/// The distinct labels in a field, in order: names between separators, or a list in brackets as written by
/// JSON, Python and NumPy (["a", "b"], ['a', 'b'], [a, b]). Spaces around names are removed, and a separator
/// of white space matches any run of it. An empty field has no labels.
std::vector<std::string> labels_in(std::string_view field, std::string_view separator);

/// A field that labels_in() parses to these labels with the separator ",": "a, b", or a JSON list if a name
/// would be ambiguous.
std::string label_field(std::span<const std::string> labels);

/// Makes the map from the lists of the training rows with order_labels(). Throws the errors of
/// require_labels(), and Error 3112 if every row has the same labels.
LabelMap make_label_set_map(const Table& train, const std::vector<std::string>& model_labels,
                            std::string_view separator);

/// The class ids of a table's rows. Throws Error 3114 for a label that the training data does not have.
LabelSets label_sets(const Table& table, const LabelMap& labels);

/// rows_of_unseen_labels() for such a map.
std::vector<std::uint32_t> rows_of_unseen_sets(const Table& table, const LabelMap& labels);

/// The class by which rows with several labels are stratified: the row's label that the fewest rows have, and
/// classes() for a row without labels.
std::vector<std::int32_t> rarest_labels(const LabelSets& sets);

} // namespace tunedesk::data
