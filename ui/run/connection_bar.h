// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/message_bar.h"

namespace tunedesk::ui {

class RunFeed;

/// Says how the connection to a run's machine is, where it is not of this one: lost and why, when it is tried
/// again, back without a gap. Hidden while all is well. Window's thread; lives as long as the feed.
class ConnectionBar : public MessageBar {
    Q_OBJECT

public:
    explicit ConnectionBar(RunFeed* feed, QWidget* parent = nullptr);

private:
    void show_connection();

    RunFeed* feed_;
    bool was_lost_ = false;
};

} // namespace tunedesk::ui
