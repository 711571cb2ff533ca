// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/check/inspector.h"
#include "ui/widgets/background.h"

#include <QObject>
#include <memory>

namespace tunedesk::ui {

/// The contents of a preset's files, read once in a separate process for all pages that need them: the
/// estimate and the data page share one. Window's thread, which it never blocks.
class Inspection : public QObject {
    Q_OBJECT

public:
    explicit Inspection(QObject* parent = nullptr);

    /// Reads the files of a preset whose inputs_key() is `key`, and cancels the reading of others. No effect
    /// if these files are being read or were read last.
    void read(const Preset& preset, const std::string& key);
    void cancel();

    /// The key of the files that are being read or were read last; "" after cancel() and failures.
    const std::string& key() const { return key_; }
    bool is_reading() const { return is_reading_; }
    bool is_complete() const { return !key_.empty() && !is_reading_; }
    /// The results so far; lengths of rows only when reading is complete. Null before the first results.
    std::shared_ptr<const run::CheckedInputs> found() const { return found_; }
    /// Fraction of the rows that are tokenized, from 0 to 1; negative if unknown.
    double progress() const { return progress_; }

Q_SIGNALS:
    void started();
    void found_more();
    void progressed();
    void completed();
    /// Emitted when reading was cancelled, by the user or for other files (`for_others`).
    void stopped(bool for_others);
    void failed(const tunedesk::Error& error);

private:
    void take(run::CheckedInputs inputs);
    void stop();

    std::string key_;
    Preset preset_;
    bool is_reading_ = false;
    double progress_ = -1;
    std::shared_ptr<const run::CheckedInputs> found_;
    CancelToken completing_;
    run::Inspector inspector_;
};

} // namespace tunedesk::ui
