// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/yaml/load.h"
#include "run/check/check.h"
#include "ui/widgets/inspection.h"

#include <QObject>
#include <QTimer>
#include <memory>

namespace tunedesk::ui {

/// Checks a preset while it is edited. Files are read once, by an Inspection shared with other pages;
/// estimates then follow an edit within milliseconds. Window's thread, which it never blocks.
class Estimator : public QObject {
    Q_OBJECT

public:
    explicit Estimator(QObject* parent = nullptr);

    /// Checks a draft; checked() follows, perhaps after is_reading().
    void check(const preset::Draft& draft);
    /// Rereads the finished runs, whose measured rates replace assumed ones.
    void forget_rates();

    /// Null until the first checked().
    std::shared_ptr<const run::Check> latest() const { return latest_; }
    /// The contents of the preset's files, with its inputs_key(); null before they were read.
    std::pair<std::string, std::shared_ptr<const run::CheckedInputs>> inputs() const {
        return {untruncated_key_, untruncated_};
    }
    /// Whether files are being read; latest() does not cover them then.
    bool is_reading() const { return is_reading_; }
    /// The inspection of the files, for all pages that show the same preset.
    Inspection* inspection() const { return inspection_; }

Q_SIGNALS:
    void checked();
    void reading();
    /// The reading was cancelled: there is no estimate until the files are read again.
    void cancelled();
    void failed(const tunedesk::Error& error);

private:
    struct Answer;
    void run();
    void take(const Answer& answer);
    void wait_for_files();
    void inspect();
    void take_inputs();
    void look_at_stop(bool for_others);
    bool is_inspecting_wanted() const { return inspection_->key() == wanted_key_; }

    preset::Draft draft_;
    bool has_draft_ = false, is_busy_ = false, is_pending_ = false, is_reading_ = false;
    Inspection* inspection_;
    std::shared_ptr<const run::MeasuredRuns> rates_;
    std::shared_ptr<const run::CheckedInputs> untruncated_;
    std::string untruncated_key_, wanted_key_, cancelled_key_;
    std::shared_ptr<const run::Check> latest_;
    QTimer delay_; ///< delays processes while a path is typed
};

/// The dotted key whose value or file an input error concerns; "" if there is none.
std::string key_of_error(const run::Check& check, const Error& error);

} // namespace tunedesk::ui
