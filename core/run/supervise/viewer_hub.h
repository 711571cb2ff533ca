// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/event.h"
#include "event/folder/run_folder.h"
#include "event/journal/journal_cursor.h"
#include "event/reply.h"
#include "event/socket/frame.h"
#include "run/supervise/connection.h"

#include <deque>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace tunedesk::run {

/// The viewers of a run. Each gets the journal from the requested seq, then live events. A slow viewer has a
/// bounded queue and does not delay others: events beyond its queue are dropped, and when it reads again it
/// catches up from the journal, without the events that are not journaled (such as Progress of other ranks).
/// Thread rule: the event loop's.
class ViewerHub {
public:
    /// Carries out a viewer's command.
    using Commands = std::function<event::Reply(event::Command)>;

    ViewerHub(event::RunFolder folder, std::size_t queue_events, Commands commands,
              std::function<void(const std::string&)> log);
    ~ViewerHub();

    /// Takes over a connection whose first message was not a worker's Hello.
    void adopt(std::unique_ptr<Connection> connection, const Json& first_message);
    /// Sends an event to all viewers that have caught up. Events with seq 0 are not in the journal.
    void broadcast(const event::Event& event);
    /// Sends what is queued, for at most `seconds`, then closes every connection.
    void finish(double seconds);
    std::size_t size() const { return viewers_.size(); }

private:
    struct Viewer;
    void understand(Viewer& viewer, const Json& message);
    void attach(Viewer& viewer, std::uint64_t from_seq);
    void pump(Viewer& viewer);
    void remove_closed();

    event::RunFolder folder_;
    std::size_t queue_events_;
    Commands commands_;
    std::function<void(const std::string&)> log_;
    std::vector<event::Event> resumed_;
    std::list<std::unique_ptr<Viewer>> viewers_;
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

/// Parses a message of a socket. Throws Error 7021 if it is not a JSON object with a "type".
Json parse_message(const std::string& payload);

} // namespace tunedesk::run
