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

/// The viewers of a run: each hears the journal from the seq it asked for and then what happens. A viewer
/// that does not keep up costs bounded memory and blocks no other: what does not fit its queue is dropped,
/// and once it reads again it catches up from the journal (events that are not journalled, like other ranks'
/// progress, are lost to it). Thread rule: the event loop's.
class ViewerHub {
public:
    /// Carries out a viewer's command.
    using Commands = std::function<event::Reply(event::Command)>;

    ViewerHub(event::RunFolder folder, std::size_t queue_events, Commands commands,
              std::function<void(const std::string&)> log);
    ~ViewerHub();

    /// Takes over a connection whose first message was not a worker's Hello.
    void adopt(std::unique_ptr<Connection> connection, const Json& first_message);
    /// To all viewers that are up to date. Events without a seq are not in the journal.
    void broadcast(const event::Event& event);
    /// Lets what is queued leave, at most `seconds`, then closes every connection.
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

/// One message of a socket as JSON. Throws Error 7021 if it is none, or not an object with a "type".
Json parse_message(const std::string& payload);

} // namespace tunedesk::run
