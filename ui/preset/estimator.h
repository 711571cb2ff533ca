#pragma once

#include "preset/load.h"
#include "run/check.h"
#include "run/inspector.h"

#include <QObject>
#include <QTimer>
#include <memory>

namespace tunedesk::ui {

/// `check` of a preset that is being edited. What the files hold is read once, in a process of its own;
/// numbers then follow within milliseconds of an edit. Lives on the window's thread and blocks it never.
class Estimator : public QObject {
    Q_OBJECT

public:
    explicit Estimator(QObject* parent = nullptr);

    /// Checks a draft; checked() follows, perhaps after is_reading().
    void check(const preset::Draft& draft);
    /// Reads the finished runs again, whose rates replace guesses.
    void forget_rates();

    /// Null until the first checked().
    std::shared_ptr<const run::Check> latest() const { return latest_; }
    /// Whether files are being read; latest() says nothing of them then.
    bool is_reading() const { return is_reading_; }
    /// Share of the rows that are tokenized, from 0 to 1; below 0 while it is not known.
    double progress() const { return progress_; }

Q_SIGNALS:
    void checked();
    void reading();
    void failed(const tunedesk::Error& error);

private:
    struct Answer;
    void run();
    void take(const Answer& answer);
    void inspect();
    void take_inputs(run::CheckedInputs inputs);

    preset::Draft draft_;
    bool has_draft_ = false, is_busy_ = false, is_pending_ = false, is_reading_ = false;
    double progress_ = -1;
    std::shared_ptr<const run::KnownRates> rates_;
    std::shared_ptr<const run::CheckedInputs> uncut_;
    std::string uncut_key_, inspected_key_, wanted_key_;
    std::shared_ptr<const run::Check> latest_;
    QTimer delay_; ///< no process for each letter of a path
    run::Inspector inspector_;
};

} // namespace tunedesk::ui
