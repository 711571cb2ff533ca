// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/evaluation.h"
#include "event/prediction_sample.h"
#include "event/socket/channel.h"
#include "event/warning_id.h"
#include "preset/preset.h"
#include "task/metric.h"

#include <atomic>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::train {

/// Publishes a rank's progress as journal events. Every call takes microseconds. Thread rule: the training
/// thread; heartbeat() from any thread.
class Announcer {
public:
    Announcer(event::Channel& channel, bool leads) : channel_(channel), leads_(leads) {}

    /// Progress within a phase: "reading", "tokenizing", "loading", "features", "training", "evaluation",
    /// "saving". It also counts as a heartbeat.
    void progress(const std::string& phase, std::int64_t done, std::int64_t total);
    /// Publishes the current phase between two calls of progress(). `waits_for`: "ranks" or "disk" if the
    /// rank only waits; "" if it works.
    void heartbeat(const std::string& waits_for);
    void info(const std::string& text) { log("info", text); }
    /// `id`: an id of event/warning_id.h; empty if there is no advice.
    void warn(const std::string& text, std::string_view id = {}) { log("warning", text, id); }
    /// Publishes an event that is the same on all ranks, on rank 0 only.
    void event(event::Type type, Json fields);
    /// The result of an evaluation: see event::evaluation_event().
    void evaluated(const std::string& split, std::int64_t step, double epoch, const task::Values& metrics,
                   bool best, const std::vector<event::TextSample>& samples = {},
                   const std::vector<event::PredictionSample>& predictions = {});
    /// A logging step's metrics, from rank 0, and every rank's memory. `memory`: bytes of tensors by part;
    /// `rank_losses`: see StepLog.
    void step(const event::StepEvent& step, Json memory, const std::vector<double>& rank_losses = {});

    event::Channel& channel() { return channel_; }
    std::atomic<std::int64_t> current_step = 0;
    std::atomic<std::int64_t> collectives = 0; ///< number entered by this rank; part of its progress if not 0

private:
    void log(const std::string& level, const std::string& text, std::string_view warning = {});
    event::Channel& channel_;
    bool leads_;
    std::mutex mutex_;
    std::string phase_; ///< guarded by mutex_
};

/// Resident memory now, and its peak, in bytes.
std::uint64_t resident_bytes();
std::uint64_t peak_resident_bytes();

} // namespace tunedesk::train
