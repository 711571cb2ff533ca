// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/folder/run_folder.h"
#include "ui/run/run_action.h"
#include "ui/widgets/message_bar.h"

namespace tunedesk::ui {

/// The message about a run's end, shown on every page, with the action that it offers.
struct RunEnding {
    MessageBar::Kind kind = MessageBar::Kind::info;
    QString text;
    std::optional<RunAction> next; ///< std::nullopt: open the report
    QString button() const;
};

/// The error that ended a run, in the window's language except for its free text; empty if there is none.
QString error_text_of(const event::ExitRecord& exit);

/// `title`: the run's title. `exit`: std::nullopt if the supervisor left no exit record.
RunEnding ending_of(const QString& title, const std::optional<event::ExitRecord>& exit);

} // namespace tunedesk::ui
