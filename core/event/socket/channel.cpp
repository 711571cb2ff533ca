// SPDX-License-Identifier: GPL-3.0-or-later
#include "event/socket/channel.h"

#include "base/clock.h"
#include "base/host_figures.h"
#include "event/event_queue.h"
#include "event/socket/channel_thread.h"
#include "event/socket/local_socket.h"
#include "event/socket/peer.h"

#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <deque>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace tunedesk::event {

namespace {

constexpr std::size_t outbox_bytes = 64u << 10;
constexpr std::size_t max_commands = 64;
constexpr std::size_t most_forward_bytes = 8u << 20;

FileDescriptor reach_supervisor(const fs::path& path) {
    const auto fail = [&](const std::string& why) {
        throw Error(ErrorId::supervisor_unreachable, {why}, path.string());
    };
    // The listener's backlog may be full while many ranks start at once.
    auto fd = connect_to(path, {.blocks = false, .patience = 5});
    if (!fd && errno == ENAMETOOLONG)
        fail(fmt::format("the socket's path is longer than {} bytes; set XDG_RUNTIME_DIR to a shorter one",
                         longest_socket_path));
    if (!fd) fail(errno_text(errno));
    require_same_user(fd->get());
    return std::move(*fd);
}

class SocketChannel final : public SupervisedChannel {
public:
    SocketChannel(const fs::path& path, const std::string& token, int rank, int world_size)
        : queue_(rank), socket_(reach_supervisor(path)) {
        queue_.push(hello_event(token, world_size));
        thread_.start([this] { run(); });
    }
    ~SocketChannel() override { close(1); }

    void publish(Event event) override { queue_.push(std::move(event)); }

    bool sync(double seconds) override {
        std::unique_lock lock(mutex_);
        const std::uint64_t last = queue_.last();
        sync_wanted_ = std::max(sync_wanted_, last);
        queue_.wake();
        synced_or_ended_.wait_for(lock, wait_time(seconds), [&] { return synced_ >= last || ended_; });
        return synced_ >= last;
    }

    Command command() override {
        if (gone_) return Command::kill;
        const std::lock_guard lock(mutex_);
        if (commands_.empty()) return Command::none;
        const Command next = commands_.front();
        // A kill is never revoked, and the rank may ask more than once.
        if (next != Command::kill) commands_.pop_front();
        return next;
    }

    void close(double seconds) override { thread_.close(queue_, seconds); }

    std::uint64_t dropped() const override { return queue_.dropped() + forward_dropped_; }

    void forward(std::string message) override {
        {
            const std::lock_guard lock(mutex_);
            if (ended_ || message.size() > max_frame_bytes ||
                forward_bytes_ + message.size() > most_forward_bytes) {
                ++forward_dropped_;
                return;
            }
            forward_bytes_ += message.size();
            forwarded_.push_back(std::move(message));
        }
        queue_.wake();
    }

private:
    void run() {
        bool connected = true;
        while (connected) {
            const bool closing = thread_.is_closing();
            const bool found = fill_outbox();
            connected = send() && receive();
            const bool drained = outbox_.empty() && !found;
            if (closing && (drained || thread_.is_late())) break;
            if (connected && (drained || !outbox_.empty())) wait(closing);
        }
        // Otherwise the queue would grow until the process ends.
        queue_.close();
        if (!connected && !thread_.is_closing()) gone_ = true;
        ::shutdown(socket_.get(), SHUT_WR);
        const std::lock_guard lock(mutex_);
        ended_ = true;
        synced_or_ended_.notify_all();
    }

    /// Moves events into the outbox while it is short, because queued events can still be replaced. False if
    /// none was queued.
    bool fill_outbox() {
        if (outbox_.size() >= outbox_bytes) return true;
        const std::uint64_t last = queue_.last();
        const std::vector<Event> batch = queue_.take(64);
        for (const Event& event : batch)
            outbox_ += make_frame(to_line(event));
        taken_ = batch.empty() ? std::max(taken_, last) : batch.back().rank_seq;
        const std::lock_guard lock(mutex_);
        const bool forwards = !forwarded_.empty();
        for (; !forwarded_.empty() && outbox_.size() < outbox_bytes; forwarded_.pop_front()) {
            forward_bytes_ -= forwarded_.front().size();
            outbox_ += make_frame(forwarded_.front());
        }
        if (sync_wanted_ > sync_asked_ && taken_ >= sync_wanted_) {
            sync_asked_ = sync_wanted_;
            outbox_ += make_frame(Json{{"type", "Sync"}, {"rank_seq", sync_asked_}}.dump());
        }
        return !batch.empty() || forwards;
    }

    /// False if the connection is lost.
    bool send() {
        std::size_t sent = 0;
        bool connected = true;
        while (sent < outbox_.size()) {
            const ssize_t n = ::send(socket_.get(), outbox_.data() + sent, outbox_.size() - sent,
                                     MSG_NOSIGNAL | MSG_DONTWAIT);
            if (n < 0 && errno == EINTR) continue;
            if (n < 0) {
                connected = errno == EAGAIN || errno == EWOULDBLOCK;
                break;
            }
            sent += static_cast<std::size_t>(n);
        }
        outbox_.erase(0, sent);
        return connected;
    }

    bool receive() {
        char buffer[4096];
        for (;;) {
            const ssize_t n = ::recv(socket_.get(), buffer, sizeof buffer, MSG_DONTWAIT);
            if (n < 0 && errno == EINTR) continue;
            if (n < 0) return errno == EAGAIN || errno == EWOULDBLOCK;
            if (n == 0) return false;
            try {
                for (const std::string& payload : reader_.feed({buffer, static_cast<std::size_t>(n)}))
                    understand(payload);
            } catch (const Error&) {
                return false;
            }
        }
    }

    /// Throws Error 7010 if the payload is not a valid message.
    void understand(const std::string& payload) {
        const Json message = parse_json(payload, "the supervisor's message",
                                        ErrorId::supervisor_message_invalid, {max_frame_bytes, 16});
        if (!message.is_object()) throw Error(ErrorId::supervisor_message_invalid, {"not a JSON object"});
        const auto text = [&](const char* name) {
            const auto found = message.find(name);
            return found != message.end() && found->is_string() ? found->get<std::string>() : std::string();
        };
        const std::string type = text("type");
        if (type == "Command") {
            const Command command = command_of(text("command"));
            const std::lock_guard lock(mutex_);
            if (command == Command::kill) commands_.clear();
            const bool killed = !commands_.empty() && commands_.front() == Command::kill;
            if (command != Command::none && !killed && commands_.size() < max_commands)
                commands_.push_back(command);
        } else if (type == "Synced") {
            const double through = number(message, "rank_seq", 0);
            const std::lock_guard lock(mutex_);
            if (through > 0 && through <= static_cast<double>(sync_asked_))
                synced_ = std::max(synced_, static_cast<std::uint64_t>(through));
            synced_or_ended_.notify_all();
        }
    }

    /// Waits until there is data to send, to read or a close.
    void wait(bool closing) {
        const short events = outbox_.empty() ? POLLIN : POLLIN | POLLOUT;
        pollfd fds[]{{socket_.get(), events, 0}, {queue_.wake_fd(), POLLIN, 0}};
        int milliseconds = -1;
        if (closing) milliseconds = static_cast<int>(std::clamp(thread_.seconds_left(), 0.0, 1e5) * 1e3) + 1;
        ::poll(fds, 2, milliseconds);
        if (fds[1].revents) queue_.clear_wake();
    }

    EventQueue queue_;
    FileDescriptor socket_;

    // Used only by the thread.
    FrameReader reader_;
    std::string outbox_;
    std::uint64_t taken_ = 0;

    std::mutex mutex_;
    std::condition_variable synced_or_ended_;
    std::uint64_t sync_wanted_ = 0, sync_asked_ = 0, synced_ = 0; ///< rank_seq
    bool ended_ = false;
    std::deque<std::string> forwarded_; ///< guarded by mutex_
    std::size_t forward_bytes_ = 0;     ///< of forwarded_
    std::atomic<std::uint64_t> forward_dropped_ = 0;

    std::deque<Command> commands_; ///< guarded by mutex_
    std::atomic<bool> gone_ = false;
    DrainingThread thread_;
};

} // namespace

Event hello_event(const std::string& token, int world_size) {
    Event event;
    event.type = Type::Hello;
    event.fields = Json{{"token", token},
                        {"pid", ::getpid()},
                        {"host", host_name()},
                        {"threads", usable_cores()},
                        {"world_size", world_size}};
    return event;
}

std::unique_ptr<SupervisedChannel> connect_channel(const fs::path& path, const std::string& token, int rank,
                                                   int world_size) {
    return std::make_unique<SocketChannel>(path, token, rank, world_size);
}

} // namespace tunedesk::event
