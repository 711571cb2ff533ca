// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/event.h"
#include "event/folder/run_folder.h"
#include "task/task.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace tunedesk::event {

/// Writes the journal, metrics.csv and the TensorBoard files of a run. Owned by the supervisor, or by rank 0
/// of a run without one. A full disk never throws here (see JournalWriter). Thread rule: one thread.
class RunRecorder {
public:
    struct Options {
        bool metrics = true; ///< metrics.csv; off for logging.level: none
        bool tensorboard = true;
        /// Gets the Log events that the recorder adds by itself (a write failed), for viewers. Called from
        /// record() and sync().
        std::function<void(const Event&)> own = nullptr;
        task::Kind task = task::Kind::text_classification; ///< decides the columns of metrics.csv
        std::vector<std::string> extra_validation = {};    ///< splits beside val and test, by name
    };
    /// Throws Error 5003 if a file cannot be opened.
    RunRecorder(const RunFolder& folder, Options options);
    ~RunRecorder();

    /// Assigns seq, then journals the event; Step and Eval go to metrics and TensorBoard too. On Resumed,
    /// metrics.csv is rewritten atomically from the journal as read, and TensorBoard gets SessionLog START at
    /// the first step to come. Does nothing with live-only types (is_journaled()), whose seq stays 0. Removes
    /// "token" from a Hello: only the supervisor may know it.
    void record(Event& event);
    /// fsync of everything recorded so far. False if something since the last sync() could not be written (it
    /// is counted, and a Log event reports it once there is room). Such a loss need not delay a checkpoint.
    /// metrics.csv is rewritten from the journal if rows were lost.
    bool sync();
    std::uint64_t next_seq() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace tunedesk::event
