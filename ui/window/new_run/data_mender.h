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

/// Shows in a Data check what the reading of a preset's files finds, as soon as it is found, and does what
/// the buttons there ask for: sets a key of the preset, or writes corrected copies of the files beside them,
/// in the background, and sets the keys that name them. Undo of the preset takes a mend back. Where the
/// preset is to start on a server, what that one finds is shown, and only the preset is mended. Window's
/// thread.
class DataMender : public QObject {
    Q_OBJECT

public:
    /// All of them outlive the mender.
    DataMender(SetupPage* setup, DataCheck* check, MessageBar* bar, QObject* parent = nullptr);

private:
    void connect_reading();
    /// Shows how far the reading is, or what it found.
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
    fs::path preset_; ///< whose lines are shown
    bool is_writing_ = false;
};

} // namespace tunedesk::ui
