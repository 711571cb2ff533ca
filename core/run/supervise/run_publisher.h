// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/folder/run_lock.h"
#include "event/journal/run_recorder.h"
#include "preset/preset.h"
#include "run/policy/journal_filter.h"
#include "run/supervise/viewer_hub.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace tunedesk::run {

/// Publishes a supervised run's events to its folder, while the lock is held, and to its viewers. Thread
/// rule: one thread.
class RunPublisher {
public:
    /// `lock` and `hub` must outlive this. Throws as event::RunRecorder.
    RunPublisher(const event::RunFolder& folder, const Preset& preset, const event::RunLock& lock,
                 ViewerHub& hub);

    /// Publishes and journals an event of the supervisor.
    void publish(event::Event event);
    /// Publishes an event of a rank, and journals it if JournalFilter keeps it. `now`: monotonic seconds.
    void publish_of_rank(event::Event event, double now);
    void log(const std::string& level, const std::string& text, std::string_view warning = {});
    void sync() { recorder_.sync(); }
    /// The seq of this publisher's first event.
    std::uint64_t first_seq() const { return first_seq_; }

private:
    void send(event::Event event, bool journal);

    const event::RunLock& lock_;
    ViewerHub& hub_;
    event::RunRecorder recorder_;
    JournalFilter filter_;
    const std::uint64_t first_seq_;
};

} // namespace tunedesk::run
