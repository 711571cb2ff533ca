#pragma once

#include "event/event.h"
#include "event/run_folder.h"

#include <memory>

namespace tunedesk::event {

/// Everything a run writes about itself while it runs: the journal, metrics.csv and the TensorBoard files.
/// The supervisor owns one; without a supervisor rank 0 does. A full disk never throws here (see
/// JournalWriter). Thread rule: one thread.
class Recorder {
public:
    struct Options {
        bool metrics = true; ///< metrics.csv; off for logging.level: none
        bool tensorboard = true;
    };
    Recorder(const RunFolder& folder, Options options);
    ~Recorder();

    /// Assigns seq, then journals the event; Step and Eval go to metrics and TensorBoard too. On Resumed,
    /// metrics.csv is rewritten atomically from the journal as read, and TensorBoard gets SessionLog START at
    /// that step.
    void record(Event& event);
    /// Everything recorded so far is on disk (or counted as lost).
    bool sync();
    std::uint64_t next_seq() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace tunedesk::event
