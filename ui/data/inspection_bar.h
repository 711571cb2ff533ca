// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/preset.h"
#include "run/check/check_inputs.h"
#include "ui/widgets/background.h"

#include <QWidget>
#include <string>

class QLabel;
class QProgressBar;
class QPushButton;

namespace tunedesk::ui {

class DataFindings;
class Inspection;
class MessageBar;

/// Reading of all rows of a preset's files: progress, a button that stops or restarts it, and the number of
/// rows; findings are passed to the page's findings and messages. Window's thread.
class InspectionBar : public QWidget {
    Q_OBJECT

public:
    /// Reads through `inspection`, which must outlive this; null: this creates one.
    InspectionBar(Inspection* inspection, DataFindings* findings, MessageBar* messages);

    void set_preset(const Preset& preset) { preset_ = preset; }
    /// Reads the preset's files, unless they are the same as in the last reading.
    void read_when_needed();
    /// Whether all rows are being read.
    bool is_counting() const;
    void cancel();

Q_SIGNALS:
    void counted();

private:
    void connect_inspection();
    bool reads_its_files() const;
    void read();
    void show_reading();
    void show_stopped();
    void show_found();
    void show_complete();

    Preset preset_;
    std::string counted_key_; ///< key of the files that were counted or are being counted
    CancelToken keying_;
    Inspection* inspection_;
    DataFindings* findings_;
    MessageBar* messages_;
    QLabel* counts_;
    QProgressBar* progress_;
    QPushButton* cancel_;
};

} // namespace tunedesk::ui
