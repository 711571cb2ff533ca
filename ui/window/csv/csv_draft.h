// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/yaml/load.h"
#include "run/check/check_inputs.h"
#include "ui/widgets/background.h"
#include "ui/window/csv/csv_preset.h"

#include <QObject>
#include <memory>

namespace tunedesk::run {
struct Check;
struct MendedData;
} // namespace tunedesk::run

namespace tunedesk::ui {

class Estimator;

/// The unsaved preset for a table and a user's choices. With every choice its rows are read and its needs
/// estimated; problems in rows can be fixed in copies; finally it is written. All work runs in the
/// background. Window's thread.
class CsvDraft : public QObject {
    Q_OBJECT

public:
    explicit CsvDraft(QObject* parent = nullptr);

    /// Sets another table; `folder`: the preset's future folder. Nothing is read before set_choice().
    void open(const CsvChoice& files, const fs::path& folder);
    const CsvChoice& choice() const { return choice_; }
    /// Files that were fixed in copies stay those of choice().
    void set_choice(const CsvChoice& choice);

    /// The findings in the chosen files so far; null before reading.
    std::shared_ptr<const run::CheckedInputs> found() const;
    /// The check of the current choice; null until the rows were read.
    std::shared_ptr<const run::Check> check() const;
    /// Whether a corrected copy is being written.
    bool is_mending() const { return is_mending_; }
    /// The progress of reading, or the reason why nothing is read; empty when all is read.
    const QString& status() const { return status_; }
    /// The reason why a run cannot start; empty if it can. Valid if check() is set.
    QString problem() const;
    /// The rows as read, without truncation, for further estimates. Null if check() is null.
    std::shared_ptr<const run::CheckedInputs> inputs() const;
    const preset::Draft& draft() const { return draft_; }

    /// Does what a button of the Data check asks for: mended() follows where copies have been written.
    void mend(const data::Finding& finding, const std::string& into);
    /// Restores the files before the last mend.
    void undo_mend();
    /// Cancels the reading of the rows.
    void stop_reading();
    /// Writes the preset beside others under a name that is not taken; written() follows.
    void write();

Q_SIGNALS:
    /// Emitted when one of the values above has changed.
    void changed();
    void mended(const tunedesk::run::MendedData& copies);
    void written(const QString& preset);
    void failed(const tunedesk::Error& error);

private:
    void connect_reading();
    void compose();
    void take(const run::MendedData& copies, const CsvChoice& before);

    CsvChoice choice_, before_mend_;
    fs::path folder_;
    preset::Draft draft_;
    Estimator* estimator_;
    QString status_;
    CancelToken composing_;
    bool is_composed_ = false; ///< draft_ corresponds to choice_
    bool is_mending_ = false;
};

} // namespace tunedesk::ui
