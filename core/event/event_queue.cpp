// SPDX-License-Identifier: GPL-3.0-or-later
#include "event/event_queue.h"

#include "base/clock.h"
#include "base/error.h"

#include <cerrno>
#include <sys/eventfd.h>
#include <unistd.h>
#include <utility>

namespace tunedesk::event {

namespace {

bool is_chatter(const Event& event) {
    if (event.type != Type::Log || !event.fields.is_object()) return false;
    const auto level = event.fields.find("level");
    return level != event.fields.end() && *level == "info";
}

} // namespace

EventQueue::EventQueue(int rank) : rank_(rank), wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (!wake_) throw Error(ErrorId::channel_failed, {errno_text(errno)});
}

void EventQueue::push(Event event) {
    bool must_wake = false;
    {
        const std::lock_guard lock(mutex_);
        if (closed_) return;
        event.rank = rank_;
        event.rank_seq = ++last_;
        event.t = utc_seconds();
        if (event.type == Type::Progress || event.type == Type::Heartbeat) {
            auto& slot = event.type == Type::Progress ? progress_ : heartbeat_;
            if (slot) ++dropped_;
            slot = std::move(event);
        } else if (is_chatter(event) && waiting_.size() >= limit) {
            ++dropped_;
            return;
        } else {
            waiting_.push_back(std::move(event));
        }
        must_wake = std::exchange(reader_sleeps_, false);
    }
    if (must_wake) wake();
}

std::vector<Event> EventQueue::take(std::size_t count) {
    const std::lock_guard lock(mutex_);
    std::vector<Event> taken;
    while (taken.size() < count) {
        // The earliest of the three queue fronts.
        std::optional<Event>* slot = progress_ ? &progress_ : nullptr;
        if (heartbeat_ && (!slot || heartbeat_->rank_seq < (*slot)->rank_seq)) slot = &heartbeat_;
        if (slot && (waiting_.empty() || (*slot)->rank_seq < waiting_.front().rank_seq)) {
            taken.push_back(std::move(**slot));
            slot->reset();
        } else if (!waiting_.empty()) {
            taken.push_back(std::move(waiting_.front()));
            waiting_.pop_front();
        } else {
            break;
        }
    }
    reader_sleeps_ = taken.empty();
    return taken;
}

void EventQueue::close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
}

void EventQueue::wake() {
    // Fails only if the counter is full, and then the reader wakes anyway.
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(wake_.get(), &one, sizeof one);
}

void EventQueue::clear_wake() {
    std::uint64_t count = 0;
    [[maybe_unused]] const ssize_t got = ::read(wake_.get(), &count, sizeof count);
}

bool EventQueue::empty() const {
    const std::lock_guard lock(mutex_);
    return waiting_.empty() && !progress_ && !heartbeat_;
}

std::uint64_t EventQueue::last() const {
    const std::lock_guard lock(mutex_);
    return last_;
}

std::uint64_t EventQueue::dropped() const {
    const std::lock_guard lock(mutex_);
    return dropped_;
}

} // namespace tunedesk::event
