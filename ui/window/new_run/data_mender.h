// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/preset.h"
#include "ui/data/data_check.h"

#include <QObject>

namespace tunedesk::run {
struct CheckedInputs;
struct MendedData;
} // namespace tunedesk::run

namespace tunedesk::ui {

class Estimator;
class MessageBar;
class SetupPage;
struct ShownCheck;

/// Shows the findings in a preset's files in a Data check as they are found, and performs the remedies: sets
/// a key of the preset, or writes corrected copies of the files beside them, in the background, and sets the
/// keys that name them. The preset's undo reverts a remedy. If the preset is to start on a server, the
/// server's findings are shown, and only the preset is changed. Window's thread.
class DataMender : public QObject {
    Q_OBJECT

public:
    /// All arguments must outlive the mender.
    DataMender(SetupPage* setup, DataCheck* check, MessageBar* bar, QObject* parent = nullptr);

private:
    void connect_reading();
    /// Shows the progress of reading, or its findings.
    void refresh();
    void show_inputs(const run::CheckedInputs& inputs);
    void refresh_there();
    void show_there(const ShownCheck& check);
    void forget_other_preset();
    void mend(const data::Finding& finding, const std::string& into);
    void take(const run::MendedData& mended, const fs::path& preset, const Preset& before);

    SetupPage* setup_;
    Estimator* estimator_;
    DataCheck* check_;
    MessageBar* bar_;
    fs::path preset_; ///< the preset whose lines are shown
    bool is_writing_ = false;
};

} // namespace tunedesk::ui
