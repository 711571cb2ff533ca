// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/connection_bar.h"

#include "ui/run/run_feed.h"
#include "ui/widgets/error_text.h"
#include "ui/widgets/text.h"

namespace tunedesk::ui {

ConnectionBar::ConnectionBar(RunFeed* feed, QWidget* parent) : MessageBar(parent), feed_(feed) {
    connect(feed, &RunFeed::connection_changed, this, &ConnectionBar::show_connection);
}

void ConnectionBar::show_connection() {
    const auto& connection = feed_->connection();
    using State = remote::ConnectionStatus::State;
    if (!connection || connection->state == State::connecting) return; // the previous message is still valid
    if (connection->state == State::connected) {
        if (std::exchange(was_lost_, false))
            say(Kind::success, tr("Reconnected. No events were lost."));
        else
            clear();
        return;
    }
    was_lost_ = true;
    const auto again = [this] { feed_->connect_now(); };
    if (connection->again_in <= 0) return say(*connection->error, tr("Connect again"), again);
    say(Kind::warning,
        tr("Connection lost: %1. The run continues there. Retrying in %n second(s).", nullptr,
           static_cast<int>(connection->again_in))
            .arg(error_sentence(*connection->error)),
        tr("Try now"), again);
}

} // namespace tunedesk::ui
