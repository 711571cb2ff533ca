// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/rows/labels.h"
#include "data/rows/table.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::data {

/// One finding about the rows before training. `check`, the log of a run and the window's Data check obtain
/// their findings from the functions below, so that all three report the same.
struct Finding {
    enum class Kind {
        rejected_rows,     ///< rows that cannot be used
        unseen_labels,     ///< rows of validation or test whose label no training row has
        repeated_header,   ///< rows that repeat the header
        quoted_fields,     ///< a TSV file that is read with quotes
        look_alike_labels, ///< names that differ only in case or spaces
        many_classes,      ///< so many classes that the column may not be a label
        rare_class,        ///< a class with few training rows
        leak,              ///< rows that also occur in an earlier split
    };
    /// The remedy that the window offers.
    enum class Mend {
        none,
        leave_out,    ///< data.bad_rows: skip
        merge_labels, ///< merge `labels` into one
        remove_rows,  ///< remove `rows` from their file
    };
    struct Row {
        std::uint64_t line = 0, column = 0; ///< from 1; column 0: the whole row
        std::optional<RowFault> fault;      ///< the fault of the row itself
        std::uint64_t twin_line = 0;        ///< leak: the equal row's line in `twin_file`
        bool operator==(const Row&) const = default;
    };

    Kind kind{};
    std::string split, file; ///< "train", "validation" or "test", and the path, of `rows`
    std::uint64_t count = 0; ///< number of affected rows
    std::string message;     ///< one sentence; class names and reasons are sanitized for a terminal
    std::vector<Row> rows;   ///< the first 1,000
    std::vector<std::string> labels = {};        ///< the affected classes, as written in the data
    std::string twin_split = {}, twin_file = {}; ///< leak: the split that has the equal rows
    bool blocks = false; ///< a run rejects it with the current settings (data.bad_rows: stop)

    std::string_view id() const; ///< "rejected-rows", "unseen-labels", ...; stable
    Mend mend() const;
    bool operator==(const Finding&) const = default;
};

/// The kind of an id. Throws Error 3141 for another text.
Finding::Kind kind_of_finding(std::string_view id);
/// "none", "leave-out", "merge-labels", "remove-rows".
std::string_view name_of(Finding::Mend mend);

inline constexpr std::size_t most_finding_rows = 1000;

/// Findings in one file as read: rejected rows, quoted fields, repeated headers. `skips`: data.bad_rows is
/// skip.
std::vector<Finding> findings_of(const Table& table, const std::string& split, bool skips);

/// Rows with a label that no training row has; std::nullopt if there are none.
std::optional<Finding> unseen_labels(const Table& table, const LabelMap& labels, const std::string& split,
                                     bool skips);

/// Findings about the classes and their numbers of training rows: similar names, many classes, rare ones.
std::vector<Finding> findings_of(const LabelMap& labels, std::span<const std::int32_t> train_labels,
                                 const std::string& file);

/// A split: a file, or a part of one.
struct SplitRows {
    std::string name; ///< "train", "validation", "test"
    const Table* table = nullptr;
    std::optional<std::span<const std::uint32_t>> rows; ///< std::nullopt: all rows of the file
};

/// Rows of a later split that also occur in an earlier one. Splits in the order train, validation, test.
std::vector<Finding> leaks(std::span<const SplitRows> splits);

} // namespace tunedesk::data
