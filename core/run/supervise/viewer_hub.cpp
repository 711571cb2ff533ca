// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/supervise/viewer_hub.h"

#include "base/clock.h"
#include "base/error.h"
#include "event/journal/journal.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QTimer>
#include <algorithm>
#include <fmt/format.h>

namespace tunedesk::run {

namespace {

/// Bytes of frames handed to a connection before the kernel accepts them; the rest waits as complete events.
constexpr std::size_t window_bytes = 128u << 10;
constexpr std::size_t max_reply_bytes = 1u << 20;
constexpr std::size_t journal_piece_bytes = 64u << 10; ///< bytes of the journal per turn

} // namespace

/// Not attached: without queue and tail. Catching up: with tail. Up to date: with queue.
struct ViewerHub::Viewer {
    std::unique_ptr<Connection> connection;
    bool attached = false, pumping = false;
    std::optional<event::JournalCursor> tail;
    std::deque<std::pair<std::uint64_t, std::string>> queue; ///< seq, line
    std::uint64_t last_seq = 0; ///< seq of the last line handed to the connection

    bool has_room() const { return connection->is_open() && connection->queued() < window_bytes; }
};

Json parse_message(const std::string& payload) {
    Json message = parse_json(payload, "a message on the run's socket", ErrorId::viewer_message_invalid,
                              {event::max_frame_bytes, 16});
    if (!message.is_object() || !message.contains("type") || !message["type"].is_string())
        throw Error(ErrorId::viewer_message_invalid, {"it has no type"});
    return message;
}

ViewerHub::ViewerHub(event::RunFolder folder, std::size_t queue_events, Commands commands,
                     std::function<void(const std::string&)> log)
    : folder_(std::move(folder)), queue_events_(queue_events), commands_(std::move(commands)),
      log_(std::move(log)), resumed_(event::resumed_events(folder_)) {}

ViewerHub::~ViewerHub() {
    *alive_ = false;
}

void ViewerHub::adopt(std::unique_ptr<Connection> connection, const Json& first_message) {
    viewers_.push_back(std::make_unique<Viewer>());
    Viewer& viewer = *viewers_.back();
    viewer.connection = std::move(connection);
    viewer.connection->on_frame = [this, &viewer](const std::string& payload) {
        try {
            understand(viewer, parse_message(payload));
        } catch (const Error& error) {
            viewer.connection->close(error.message());
        }
    };
    viewer.connection->on_closed = [this, alive = alive_](const std::string& reason) {
        // Deferred, because this runs in the connection's callback, and the log event goes to other viewers,
        // who may not have received the current event yet.
        QTimer::singleShot(0, QCoreApplication::instance(), [this, alive, reason] {
            if (!*alive) return;
            if (!reason.empty()) log_("a viewer was dropped: " + reason);
            remove_closed();
        });
    };
    viewer.connection->on_drained = [this, &viewer] { pump(viewer); };
    try {
        understand(viewer, first_message);
    } catch (const Error& error) {
        viewer.connection->close(error.message());
    }
}

void ViewerHub::understand(Viewer& viewer, const Json& message) {
    const std::string type = message["type"].get<std::string>();
    if (type == "Attach") {
        const double from = event::number(message, "from_seq", 1);
        if (!(from >= 0) || from > 1e15)
            throw Error(ErrorId::viewer_message_invalid, {"from_seq is not a sequence number"});
        return attach(viewer, static_cast<std::uint64_t>(from));
    }
    event::Reply reply{true, {}};
    if (type == "Command") {
        const auto found = message.find("command");
        const event::Command command = found != message.end() && found->is_string()
                                           ? event::command_of(found->get<std::string>())
                                           : event::Command::none;
        if (command == event::Command::none)
            throw Error(ErrorId::viewer_message_invalid, {"the command does not exist"});
        reply = commands_(command);
    } else if (type != "Ping") {
        throw Error(ErrorId::viewer_message_invalid, {fmt::format("unknown type '{}'", type.substr(0, 40))});
    }
    if (viewer.connection->queued() > max_reply_bytes) throw Error(ErrorId::viewer_does_not_read);
    viewer.connection->send(event::to_json(reply).dump());
}

void ViewerHub::attach(Viewer& viewer, std::uint64_t from_seq) {
    viewer.attached = true;
    viewer.queue.clear();
    viewer.tail.emplace(folder_, event::JournalLines::Start{from_seq, resumed_});
    pump(viewer);
}

void ViewerHub::pump(Viewer& viewer) {
    if (viewer.pumping || !viewer.attached) return;
    viewer.pumping = true;
    for (int pieces = 0; viewer.tail && viewer.has_room(); ++pieces) {
        if (pieces == 4) { // gives ranks their turn
            QTimer::singleShot(0, viewer.connection->context(), [this, &viewer] { pump(viewer); });
            break;
        }
        std::vector<std::string> lines;
        const bool had_more = viewer.tail->read(
            journal_piece_bytes,
            {nullptr, [&](const event::Event&, std::string_view line) { lines.emplace_back(line); }});
        viewer.last_seq = viewer.tail->last_given();
        // All recorded events are in the file, and nothing is recorded during this turn of the event loop.
        if (!had_more) viewer.tail.reset();
        for (const std::string& line : lines)
            viewer.connection->send(line);
    }
    while (!viewer.queue.empty() && viewer.has_room()) {
        const auto& [seq, line] = viewer.queue.front();
        if (seq > 0) viewer.last_seq = seq;
        viewer.connection->send(line);
        viewer.queue.pop_front();
    }
    viewer.pumping = false;
}

void ViewerHub::broadcast(const event::Event& event) {
    if (event.type == event::Type::Resumed) resumed_.push_back(event);
    std::string line;
    for (const auto& viewer : viewers_) {
        if (!viewer->attached || viewer->tail || !viewer->connection->is_open()) continue;
        if (event.seq > 0 && event.seq <= viewer->last_seq) continue; // before the requested first event
        if (line.empty()) line = event::to_line(event);
        if (viewer->queue.size() >= queue_events_) {
            // From here on it reads the journal, after the data already handed over.
            viewer->queue.clear();
            viewer->tail.emplace(folder_, event::JournalLines::Start{viewer->last_seq + 1, resumed_});
            continue;
        }
        viewer->queue.emplace_back(event.seq, line);
        pump(*viewer);
    }
}

void ViewerHub::remove_closed() {
    viewers_.remove_if([](const auto& viewer) { return !viewer->connection->is_open(); });
}

void ViewerHub::finish(double seconds) {
    const double deadline = monotonic_seconds() + seconds;
    const auto waits = [](const auto& viewer) {
        return viewer->connection->is_open() && (viewer->connection->queued() > 0 || viewer->tail);
    };
    while (std::any_of(viewers_.begin(), viewers_.end(), waits) && monotonic_seconds() < deadline) {
        QEventLoop loop;
        QTimer::singleShot(20, &loop, &QEventLoop::quit);
        loop.exec();
    }
    for (const auto& viewer : viewers_)
        viewer->connection->close();
    viewers_.clear();
}

} // namespace tunedesk::run
