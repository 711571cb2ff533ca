// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/clock.h"
#include "event/event_queue.h"
#include "event/socket/channel.h"
#include "event/socket/channel_thread.h"

#include <atomic>
#include <condition_variable>
#include <poll.h>

namespace tunedesk::event {

namespace {

class SilentChannel final : public Channel {
public:
    void publish(Event) override {}
    bool sync(double) override { return true; }
    Command command() override { return Command::none; }
    void close(double) override {}
    std::uint64_t dropped() const override { return 0; }
};

class RecordingChannel final : public Channel {
public:
    RecordingChannel(const RunFolder& folder, RunRecorder::Options options, int rank)
        : queue_(rank), recorder_(std::make_unique<RunRecorder>(folder, std::move(options))) {
        thread_.start([this] { run(); });
    }
    ~RecordingChannel() override { close(1); }

    void publish(Event event) override { queue_.push(std::move(event)); }

    bool sync(double seconds) override {
        std::unique_lock lock(mutex_);
        const std::uint64_t question = ++asked_;
        queue_.wake();
        answered_or_ended_.wait_for(lock, wait_time(seconds),
                                    [&] { return answered_ >= question || ended_; });
        return answered_ >= question && answer_;
    }

    Command command() override { return Command::none; }

    void close(double seconds) override { thread_.close(queue_, seconds); }

    std::uint64_t dropped() const override { return queue_.dropped(); }

private:
    void run() {
        for (;;) {
            const bool closing = thread_.is_closing();
            const std::uint64_t question = asked();
            const bool found = record_up_to(queue_.last());
            if (question != answered_) answer(question);
            if (closing && (queue_.empty() || thread_.is_late())) break;
            if (found || closing) continue;
            pollfd wake{queue_.wake_fd(), POLLIN, 0};
            ::poll(&wake, 1, -1);
            queue_.clear_wake();
        }
        recorder_.reset();
        const std::lock_guard lock(mutex_);
        ended_ = true;
        answered_or_ended_.notify_all();
    }

    /// False if nothing was queued: the queue then wakes this thread at the next push().
    bool record_up_to(std::uint64_t last) {
        bool found = false;
        for (std::vector<Event> batch; !(batch = queue_.take(64)).empty();) {
            found = true;
            for (Event& event : batch)
                recorder_->record(event);
            if (batch.back().rank_seq >= last || thread_.is_late()) break;
        }
        return found;
    }

    std::uint64_t asked() {
        const std::lock_guard lock(mutex_);
        return asked_;
    }

    void answer(std::uint64_t question) {
        const bool result = recorder_->sync();
        const std::lock_guard lock(mutex_);
        answered_ = question;
        answer_ = result;
        answered_or_ended_.notify_all();
    }

    EventQueue queue_;
    std::unique_ptr<RunRecorder> recorder_; ///< used only by the thread
    std::mutex mutex_;
    std::condition_variable answered_or_ended_;
    std::uint64_t asked_ = 0, answered_ = 0; ///< numbers of sync() requests and answers
    bool answer_ = false, ended_ = false;
    DrainingThread thread_;
};

} // namespace

std::unique_ptr<Channel> recording_channel(const RunFolder& folder, RunRecorder::Options options, int rank) {
    return std::make_unique<RecordingChannel>(folder, std::move(options), rank);
}

std::unique_ptr<Channel> silent_channel() {
    return std::make_unique<SilentChannel>();
}

} // namespace tunedesk::event
