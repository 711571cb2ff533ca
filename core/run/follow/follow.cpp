// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/follow/follow.h"

#include "base/clock.h"
#include "base/error.h"
#include "event/journal/journal.h"
#include "event/socket/local_socket.h"
#include "event/socket/peer.h"

#include <algorithm>
#include <cerrno>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace tunedesk::run {

namespace {

FileDescriptor reach(const event::RunFolder& folder) {
    auto fd = event::connect_to(folder.socket());
    if (!fd) return {};
    event::require_same_user(fd->get());
    return std::move(*fd);
}

/// Frames from a socket, waiting at most so long for more.
class Mailbox {
public:
    explicit Mailbox(int fd) : fd_(fd) {}

    /// False at the end of the stream.
    bool wait(double seconds, const std::function<void(const std::string&)>& open) {
        pollfd poll{fd_, POLLIN, 0};
        const int ready = ::poll(&poll, 1, static_cast<int>(std::max(0.0, seconds) * 1000));
        if (ready <= 0) return true;
        char buffer[1 << 16];
        const ssize_t n = ::recv(fd_, buffer, sizeof buffer, 0);
        if (n < 0 && (errno == EINTR || errno == EAGAIN)) return true;
        if (n <= 0) return false;
        for (const std::string& payload : reader_.feed({buffer, static_cast<std::size_t>(n)}))
            open(payload);
        return true;
    }

private:
    int fd_;
    event::FrameReader reader_;
};

bool send_message(int fd, const Json& message) {
    const std::string frame = event::make_frame(message.dump());
    return ::send(fd, frame.data(), frame.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(frame.size());
}

/// Live events until the supervisor closes; the seq to go on from.
std::uint64_t follow_socket(int fd, const Following& following) {
    std::uint64_t next_seq = following.from_seq;
    if (!send_message(fd, {{"type", "Attach"}, {"from_seq", following.from_seq}})) return next_seq;
    Mailbox mailbox(fd);
    double idle_at = 0;
    const auto open = [&](const std::string& payload) {
        event::Event event;
        try {
            event = event::parse_event(payload);
        } catch (const Error&) {
            return; // an answer, or a newer supervisor's message
        }
        next_seq = std::max(next_seq, event.seq + 1);
        following.see(event);
    };
    while (!(following.enough && following.enough())) {
        if (!mailbox.wait(0.1, open)) break;
        if (monotonic_seconds() - idle_at < 0.1) continue;
        idle_at = monotonic_seconds();
        if (following.idle) following.idle();
    }
    return next_seq;
}

} // namespace

event::Reply send_command(const event::RunFolder& folder, event::Command command, double seconds) {
    const std::string root = folder.root.string();
    const FileDescriptor fd = reach(folder);
    if (!fd) throw Error(ErrorId::supervisor_absent, {root}, root);
    const double deadline = monotonic_seconds() + seconds;
    std::optional<event::Reply> answer;
    Mailbox mailbox(fd.get());
    bool connected = send_message(fd.get(), {{"type", "Command"}, {"command", event::name_of(command)}});
    while (connected && !answer && monotonic_seconds() < deadline)
        connected = mailbox.wait(deadline - monotonic_seconds(), [&](const std::string& payload) {
            const Json message = parse_json(payload, "the supervisor's answer",
                                            ErrorId::supervisor_message_invalid, {1u << 20, 16});
            if (auto reply = event::reply_from(message)) answer = std::move(reply);
        });
    if (!answer) throw Error(ErrorId::supervisor_silent, {}, root);
    return *answer;
}

std::optional<std::uint64_t> follow_live(const event::RunFolder& folder, const Following& following) {
    const FileDescriptor fd = reach(folder);
    if (!fd) return std::nullopt;
    return follow_socket(fd.get(), following);
}

std::optional<event::ExitRecord> follow(const event::RunFolder& folder, const Following& following) {
    const std::uint64_t next_seq = follow_live(folder, following).value_or(following.from_seq);
    if (following.enough && following.enough()) return std::nullopt;
    // What the supervisor wrote after this viewer fell behind, or all of it where none is there.
    event::replay_journal(folder, next_seq, following.see);
    if (following.idle) following.idle();
    return event::read_exit(folder);
}

} // namespace tunedesk::run
