// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/message_bar.h"

namespace tunedesk::ui {

class RunFeed;

/// Shows the state of the connection to a remote run's machine: why it was lost, when it is retried, and that
/// it was restored. Hidden while connected. Window's thread; `feed` must outlive this.
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
