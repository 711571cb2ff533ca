// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/check/inspector.h"
#include "ui/widgets/background.h"

#include <QObject>
#include <memory>

namespace tunedesk::ui {

/// What the files of a preset hold, read once, in a process of its own, for all pages that ask: the estimate
/// and the data page share one. Lives on the window's thread and blocks it never.
class Inspection : public QObject {
    Q_OBJECT

public:
    explicit Inspection(QObject* parent = nullptr);

    /// Reads the files of a preset whose inputs_key() is `key`. Ends the reading of any others; does nothing
    /// where these are being read or were read last.
    void read(const Preset& preset, const std::string& key);
    void cancel();

    /// Of the files that are being read or were read last; "" after cancel() and failures.
    const std::string& key() const { return key_; }
    bool is_reading() const { return is_reading_; }
    bool is_complete() const { return !key_.empty() && !is_reading_; }
    /// As far as it is known, the lengths of rows only when it is complete. Null before that.
    std::shared_ptr<const run::CheckedInputs> found() const { return found_; }
    /// Share of the rows that are tokenized, from 0 to 1; below 0 while it is not known.
    double progress() const { return progress_; }

Q_SIGNALS:
    void started();
    void found_more();
    void progressed();
    void completed();
    /// Cancelled, or given up for other files.
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
