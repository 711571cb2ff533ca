// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/folder/run_folder.h"
#include "ui/run/run_action.h"
#include "ui/widgets/message_bar.h"

namespace tunedesk::ui {

/// The message about a run's end, the same on every page, and the one action that it offers.
struct RunEnding {
    MessageBar::Kind kind = MessageBar::Kind::info;
    QString text;
    std::optional<RunAction> next; ///< nothing: its report is to be opened
    QString button() const;
};

/// The error that ended a run, in the window's language as far as it has fixed words; empty: there is none.
QString error_text_of(const event::ExitRecord& exit);

/// `title`: what the run is called; `exit` nothing: it ended without a word.
RunEnding ending_of(const QString& title, const std::optional<event::ExitRecord>& exit);

} // namespace tunedesk::ui
