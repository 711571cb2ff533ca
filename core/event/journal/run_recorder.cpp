// SPDX-License-Identifier: GPL-3.0-or-later
#include "event/journal/run_recorder.h"

#include "base/clock.h"
#include "event/journal/journal.h"
#include "event/journal/metrics.h"
#include "event/journal/repeat_filter.h"
#include "event/journal/tensorboard.h"

#include <fmt/format.h>

namespace tunedesk::event {

struct RunRecorder::State {
    State(const RunFolder& folder, Options given)
        : options(std::move(given)), journal(folder, [this](const Event& event) { publish(event); }) {
        const MetricsLayout layout(options.task, options.extra_validation);
        std::string rows;
        replay_journal(folder, 0, [&](const Event& event) {
            repeats.repeats(event);
            rows += layout.row(event).value_or("");
        });
        if (options.metrics) metrics.emplace(folder, layout, rows);
        if (options.tensorboard) tensorboard.emplace(folder);
    }

    void publish(const Event& event) const {
        if (options.own) options.own(event);
    }

    /// False if the journal could not be written.
    bool log(std::string text) {
        Event event;
        event.type = Type::Log;
        event.t = utc_seconds();
        event.fields = Json{{"level", "warning"}, {"text", std::move(text)}};
        journal.append(event);
        if (journal.has_gap()) return false;
        publish(event);
        return true;
    }

    void add_figures(const Event& event) {
        if (metrics && !metrics->append(event)) {
            ++metrics_lost;
            complete = false;
        }
        if (tensorboard && !tensorboard->append(event)) {
            ++tensorboard_lost;
            complete = false;
        }
    }

    void resume(const Event& event) {
        const auto step = step_of(event);
        if (metrics && !metrics->rewrite()) complete = false;
        if (tensorboard && step && !tensorboard->start_session(event.t, *step + 1)) complete = false;
    }

    /// Restores rows lost on a full disk from the journal; reports those that cannot be restored.
    void mend() {
        if (metrics && metrics->needs_rewrite() && metrics->rewrite() && metrics_lost > 0 &&
            log(fmt::format("metrics.csv was repaired from the journal: {} rows could not be written before",
                            metrics_lost)))
            metrics_lost = 0;
        if (tensorboard_lost > 0 && !journal.has_gap() &&
            log(fmt::format("the TensorBoard file lacks {} records: {}", tensorboard_lost,
                            tensorboard->problem())))
            tensorboard_lost = 0;
    }

    Options options;
    JournalWriter journal;
    RepeatFilter repeats;
    std::optional<MetricsFile> metrics;
    std::optional<TensorBoardFile> tensorboard;
    std::uint64_t metrics_lost = 0, tensorboard_lost = 0;
    bool complete = true; ///< everything except the journal's lines was written since the last sync()
};

RunRecorder::RunRecorder(const RunFolder& folder, Options options)
    : state_(std::make_unique<State>(folder, std::move(options))) {}

RunRecorder::~RunRecorder() {
    state_->mend();
}

void RunRecorder::record(Event& event) {
    if (!is_journaled(event.type)) return;
    if (event.type == Type::Hello && event.fields.is_object()) event.fields.erase("token");
    state_->journal.append(event);
    const bool repeated = state_->repeats.repeats(event);
    if (event.type == Type::Resumed)
        state_->resume(event);
    else if (!repeated)
        state_->add_figures(event);
}

bool RunRecorder::sync() {
    State& state = *state_;
    bool flushed = state.journal.sync();
    const bool complete = std::exchange(state.complete, true);
    state.mend();
    if (state.metrics && !state.metrics->sync()) flushed = false;
    if (state.tensorboard && !state.tensorboard->sync()) flushed = false;
    return flushed && complete;
}

std::uint64_t RunRecorder::next_seq() const {
    return state_->journal.next_seq();
}

} // namespace tunedesk::event
