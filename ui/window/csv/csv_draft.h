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

/// The preset that a table and a user's choices make, before it is a file: its rows are read and its needs
/// estimated with every choice, what is found in the rows is mended in copies, and at the end it is written.
/// All of that happens in the background. Window's thread.
class CsvDraft : public QObject {
    Q_OBJECT

public:
    explicit CsvDraft(QObject* parent = nullptr);

    /// Another table; `folder`: where the preset will lie. Nothing is read before set_choice().
    void open(const CsvChoice& files, const fs::path& folder);
    const CsvChoice& choice() const { return choice_; }
    /// The files stay those of choice() where they have been mended.
    void set_choice(const CsvChoice& choice);

    /// What has been found in the files as they are chosen, as far as they have been read; null before that.
    std::shared_ptr<const run::CheckedInputs> found() const;
    /// The check of all that is chosen; null until the rows have been read.
    std::shared_ptr<const run::Check> check() const;
    /// Whether a corrected copy is being written.
    bool is_mending() const { return is_mending_; }
    /// How far the reading is, or why there is nothing; empty once all is read.
    const QString& status() const { return status_; }
    /// What keeps a run from starting; empty if nothing does. Only with check().
    QString problem() const;
    /// For another estimate of the same rows: they are as they were read, nothing is truncated. Null if
    /// check() is.
    std::shared_ptr<const run::CheckedInputs> inputs() const;
    const preset::Draft& draft() const { return draft_; }

    /// Does what a button of the Data check asks for: mended() follows where copies have been written.
    void mend(const data::Finding& finding, const std::string& into);
    /// The files before the last mend.
    void undo_mend();
    /// Ends the reading of the rows.
    void stop_reading();
    /// Writes the preset beside others under a name that is not taken; written() follows.
    void write();

Q_SIGNALS:
    /// Something of the above is another.
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
    bool is_composed_ = false; ///< draft_ is that of choice_
    bool is_mending_ = false;
};

} // namespace tunedesk::ui
