// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/event.h"
#include "event/folder/run_folder.h"
#include "event/journal/append_file.h"
#include "task/task.h"

#include <optional>
#include <string>
#include <vector>

namespace tunedesk::event {

/// The columns of a task's metrics.csv, as Lightning's CSVLogger lays them out: one header, a row per logged
/// step or evaluation, empty cells for values that a row does not have. `step` and `epoch` are the events'
/// own: steps done, fractional epochs.
class MetricsLayout {
public:
    /// `extra`: names of further splits, whose columns follow those of val and test.
    explicit MetricsLayout(task::Kind task = task::Kind::text_classification,
                           const std::vector<std::string>& extra = {});

    std::string header() const;
    /// The row of a Step, or of an Eval on one of the splits; std::nullopt for other events. A figure that
    /// was not measured (missing; a grad_norm of NaN) gives an empty cell.
    std::optional<std::string> row(const Event& event) const;

private:
    struct Column {
        std::string title, split, field; ///< split: "train", "val", "test", or an extra one
    };
    std::vector<Column> columns_;
};

/// A run's metrics.csv.
class MetricsFile {
public:
    /// Opens the file and replaces its content by the header and `rows`, the rows of the events that
    /// replay_journal() gives. Throws Error 5003.
    MetricsFile(const RunFolder& folder, const MetricsLayout& layout, const std::string& rows);

    /// Appends the event's row, if it has one. False if it could not be written.
    bool append(const Event& event);
    /// Replaces the file atomically by the journal's rows. False if that fails: the old file stays.
    bool rewrite();
    bool sync() { return file_.sync(); }

    /// Whether rows of journaled events are missing in the file.
    bool needs_rewrite() const { return missing_rows_; }
    const std::string& problem() const { return problem_; }

private:
    bool replace(const std::string& rows);

    RunFolder folder_;
    MetricsLayout layout_;
    AppendFile file_;
    bool missing_rows_ = false;
    std::string problem_;
};

} // namespace tunedesk::event
