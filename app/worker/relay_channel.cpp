// SPDX-License-Identifier: GPL-3.0-or-later
#include "relay_channel.h"

#include "base/clock.h"
#include "event/event_queue.h"
#include "event/socket/channel_thread.h"
#include "flight_relay.h"
#include "memory/torch_headers.h"
#include "parallel/rendezvous.h"
#include "parallel/socket_store.h"

#include <atomic>
#include <cstdio>
#include <exception>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

namespace tunedesk::worker {

namespace {

using Milliseconds = std::chrono::milliseconds;

constexpr int look_ms = 200, flight_ms = 1000;
constexpr double ping_seconds = 5, leaving_seconds = 10;
constexpr Milliseconds connect_timeout(5000);

class StoreChannel final : public RelayedChannel {
public:
    StoreChannel(const parallel::World& world, double patience)
        : world_(world), timeout_(static_cast<std::int64_t>(patience * 1000)), queue_(world.rank),
          flights_(world.flight_record) {
        queue_.push(event::hello_event({}, world.size));
        thread_.start([this] { run(); });
    }
    ~StoreChannel() override { close(1); }

    void publish(event::Event event) override { queue_.push(std::move(event)); }
    /// The journal's steps are those of rank 0, whose own sync() flushes them.
    bool sync(double) override { return true; }
    event::Command command() override { return gone_ ? event::Command::kill : event::Command::none; }
    void close(double seconds) override { thread_.close(queue_, seconds); }
    std::uint64_t dropped() const override { return queue_.dropped(); }
    void await_store(double seconds) override {
        std::unique_lock lock(mutex_);
        connected_changed_.wait_for(lock, event::wait_time(seconds), [this] { return connected_; });
    }

private:
    void run() {
        try {
            connect();
            note_connected();
            while (socket_ && !thread_.is_late() && send_some())
                look_at_flight(/*is_last=*/false);
            if (socket_ && !thread_.is_late()) request({"frame", std::to_string(world_.rank), ""});
        } catch (const std::exception& error) {
            if (!thread_.is_closing()) end_process(error.what());
        }
        queue_.close();
        socket_.reset();
    }

    void connect() {
        while (!socket_ && !thread_.is_late())
            try {
                socket_ = parallel::connect_to_store(world_, connect_timeout);
                if (!socket_) wait(look_ms);
            } catch (const std::exception&) {
                wait(look_ms);
            }
    }

    void note_connected() {
        const std::lock_guard lock(mutex_);
        connected_ = true;
        connected_changed_.notify_all();
    }

    /// False when everything is sent and the channel closes.
    bool send_some() {
        const bool closing = thread_.is_closing();
        const std::vector<event::Event> batch = queue_.take(64);
        for (const event::Event& event : batch) {
            // decisions about it are made immediately
            if (event.type == event::Type::Failed) look_at_flight(/*is_last=*/true);
            send_frame(event::to_line(event));
        }
        if (!batch.empty()) return true;
        if (closing) return false;
        if (!wait(flight_ms) && monotonic_seconds() - asked_at_ > ping_seconds)
            request({"check"}); // a broken link does not report itself
        return true;
    }

    void look_at_flight(bool is_last) {
        flights_.look(is_last);
        if (const std::string message = flights_.take(); !message.empty()) send_frame(message);
    }

    void send_frame(const std::string& text) { request({"frame", std::to_string(world_.rank), text}); }

    void request(const parallel::StoreMessage& message) {
        parallel::exchange_messages(socket_.get(), message, received_, timeout_);
        asked_at_ = monotonic_seconds();
    }

    /// Waits for an event or the end; false if there was none.
    bool wait(int milliseconds) {
        pollfd polled{queue_.wake_fd(), POLLIN, 0};
        const bool woken = ::poll(&polled, 1, milliseconds) > 0;
        if (woken) queue_.clear_wake();
        return woken;
    }

    /// The rank may be blocked in a collective that never completes.
    void end_process(const char* reason) {
        gone_ = true;
        const double deadline = monotonic_seconds() + leaving_seconds;
        while (!thread_.is_closing() && monotonic_seconds() < deadline)
            ::usleep(look_ms * 1000);
        if (thread_.is_closing()) return;
        const std::string text = reason;
        std::fprintf(stderr, "error: rank %d ends: %s\n", world_.rank,
                     text.substr(0, text.find('\n')).c_str());
        std::fflush(stderr);
        ::_exit(7);
    }

    const parallel::World world_;
    const Milliseconds timeout_;
    event::EventQueue queue_;
    FileDescriptor socket_; ///< used only by the thread, as received_
    std::string received_;
    double asked_at_ = 0; ///< monotonic; used only by the thread, as flights_
    FlightRelay flights_;
    std::atomic<bool> gone_ = false;
    std::mutex mutex_;
    std::condition_variable connected_changed_;
    bool connected_ = false; ///< guarded by mutex_; also true if the channel ends before connecting
    event::DrainingThread thread_;
};

std::string dumped_message(const Json& message) {
    return message.dump(-1, ' ', false, Json::error_handler_t::replace);
}

} // namespace

std::unique_ptr<RelayedChannel> relay_channel(const parallel::World& world, double patience) {
    return std::make_unique<StoreChannel>(world, patience);
}

void SupervisorRelay::received(int rank, const std::string& frame) {
    {
        const std::lock_guard lock(mutex_);
        present_.insert(rank);
    }
    supervisor_.forward(dumped_message({{"type", "Relayed"}, {"rank", rank}, {"frame", frame}}));
}

void SupervisorRelay::left(int rank, bool said_goodbye) {
    supervisor_.forward(dumped_message({{"type", "Left"}, {"rank", rank}, {"goodbye", said_goodbye}}));
    const std::lock_guard lock(mutex_);
    present_.erase(rank);
    changed_.notify_all();
}

void SupervisorRelay::finish(double seconds) {
    {
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, event::wait_time(seconds), [this] { return present_.empty(); });
    }
    release();
}

} // namespace tunedesk::worker
