// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/save/saver.h"

#include "base/activity.h"
#include "base/clock.h"
#include "base/error.h"
#include "format/checkpoint.h"

#include <algorithm>
#include <fmt/format.h>

namespace tunedesk::train {

namespace {

constexpr int failures_that_end = 3, tries = 3;

/// Whether another try may work: only the disk, or the memory, has refused.
bool may_pass(const Error& error) {
    return error.code() == ExitCode::resources && !error.is(ErrorId::run_folder_deleted) &&
           !error.is(ErrorId::run_folder_renamed);
}

} // namespace

Saver::Saver(const Parts& parts, const TrainState& state)
    : parts_(parts), crew_(parts.group, parts.strategy, parts.checkpointer.remote_files()),
      best_(parts.folder, parts.checkpointer, parts.model, crew_),
      failures_(parts.preset.checkpoint.retry_seconds), background_(parts.group, parts.strategy) {
    if (!parts_.group.world().leads()) return;
    best_.recover(state);
    if (state.has_best && !state.keeps_best() && !best_.is_in_place(state.best_step))
        parts_.announcer.warn(
            fmt::format("the best model, of step {}, could not be saved before the run ended; "
                        "its weights are lost",
                        state.best_step),
            event::warning::save_failed);
}

/// Runs it on rank 0; all ranks learn whether it worked.
bool Saver::try_save(const std::function<void()>& save_it, const std::function<void(Error&)>& on_failure) {
    double failed[] = {0};
    crew_.lead([&] {
        try {
            save_it();
        } catch (Error& error) {
            if (!may_pass(error)) throw;
            failed[0] = 1;
            on_failure(error);
        }
    });
    parts_.group.sum(failed, parallel::Purpose::save);
    return failed[0] == 0;
}

/// A checkpoint must never be ahead of the journal: a resume from it would leave a gap there.
bool Saver::flushes_journal() const {
    const activity::Waiting waiting(activity::Wait::disk);
    return parts_.announcer.channel().sync(30);
}

void Saver::warn_of_journal() {
    parts_.announcer.warn("the journal could not be flushed; the checkpoint is saved anyway",
                          event::warning::journal_lost);
}

void Saver::commit(const TrainState& state) {
    const double start = monotonic_seconds();
    if (!flushes_journal()) warn_of_journal();
    const Checkpointer::Saved saved = parts_.checkpointer.save(
        state, [&](const fs::path& folder) { return crew_.write_state(folder, state.step); });
    committed(state.step, saved, monotonic_seconds() - start);
}

/// On rank 0. `paused`: for so many seconds training has waited.
void Saver::committed(std::int64_t step, const Checkpointer::Saved& saved, double paused) {
    parts_.announcer.event(event::Type::CheckpointSaved, {{"step", step},
                                                          {"path", saved.path.string()},
                                                          {"bytes", saved.bytes},
                                                          {"seconds", saved.seconds},
                                                          {"paused_seconds", paused}});
    best_.note_checkpoint();
    move_best();
}

/// On rank 0. Throws the third failure that counts.
void Saver::failed_to_save(std::int64_t step, Error& error) {
    const double now = monotonic_seconds();
    const bool counts = failures_.add(now);
    parts_.announcer.warn(
        fmt::format("step {}: the checkpoint could not be saved ({} of {}{}): {} ({})", step,
                    failures_.count(), failures_that_end,
                    counts ? "" : fmt::format(", the next counts in {:.0f} s", failures_.seconds_left(now)),
                    error.message(), error.where()),
        event::warning::save_failed);
    if (failures_.count() >= failures_that_end) throw error.with_next("free some space and resume");
}

/// The checkpoint of now, beside training.
void Saver::start_commit(const TrainState& state) {
    const double start = monotonic_seconds();
    started_ = Started{};
    started_.step = state.step;
    background_.start(state.step, [this, state](const JointWrite::Write& write) {
        started_.flushed = flushes_journal();
        started_.saved = parts_.checkpointer.save(state, write);
    });
    started_.paused = monotonic_seconds() - start;
}

void Saver::look() {
    if (background_.is_started() && background_.is_done()) finish();
}

void Saver::finish() {
    if (!background_.is_started()) return;
    const double start = monotonic_seconds();
    try {
        background_.wait();
    } catch (Error& error) {
        if (!parts_.group.world().leads() || !may_pass(error)) throw;
        return failed_to_save(started_.step, error);
    }
    if (!parts_.group.world().leads()) return;
    if (!started_.flushed) warn_of_journal();
    failures_.clear();
    committed(started_.step, started_.saved, started_.paused + monotonic_seconds() - start);
}

/// On failure the model stays where it is: the next checkpoint or the next start tries again.
void Saver::move_best() try { best_.move(); } catch (const Error& error) {
    if (!may_pass(error)) throw;
    parts_.announcer.warn("best/ could not be replaced by the better model yet: " + error.message(),
                          event::warning::save_failed);
}

/// Before a checkpoint, which holds rank 0's: what ranks part by does not outlive it.
void Saver::match_copies(const TrainState& state) {
    const std::string found = parts_.strategy.match_copies();
    if (!found.empty() && parts_.group.world().leads())
        parts_.announcer.warn(fmt::format("step {}: {}", state.step, found));
}

void Saver::save(TrainState& state) {
    finish();
    keep_best_later(state);
    parts_.announcer.progress("saving", 0, 1);
    match_copies(state);
    const RemoteFiles* const remote = parts_.checkpointer.remote_files();
    const bool collects = remote && remote->any(); // a rank that is lost must not leave rank 0 waiting
    if (parts_.preset.checkpoint.asynchronous && !collects) return start_commit(state);
    const bool saved =
        try_save([&] { commit(state); }, [&](Error& error) { failed_to_save(state.step, error); });
    if (saved) failures_.clear();
}

void Saver::save_before_stop(TrainState& state) {
    finish();
    parts_.announcer.progress("saving", 0, 1);
    match_copies(state);
    insist_on_best(state); // a copy in memory ends with the process
    try {
        insist(state, "the checkpoint", [&] { commit(state); });
    } catch (Error& error) {
        if (!may_pass(error)) throw;
        throw Error(ErrorId::stop_not_saved, {fmt::to_string(tries), error.message()},
                    fmt::format("step {}, {}", state.step, error.where()));
    }
}

void Saver::save_finished(TrainState& state) {
    finish();
    parts_.announcer.progress("saving", 0, 1);
    match_copies(state);
    insist_on_best(state);
    const bool saves = parts_.preset.logging.level != Preset::LogLevel::none;
    if (saves) insist_or_warn(state, "the checkpoint", [&] { commit(state); });
    best_.note_checkpoint(); // also where there is none: nothing continues from before this state
    try {
        insist(state, "best/", [&] { best_.move(); });
    } catch (Error& error) {
        if (!may_pass(error)) throw;
        throw Error(ErrorId::best_not_moved, {error.message(), best_.waiting_place().string()},
                    error.where());
    }
}

void Saver::keep_best(TrainState& state) {
    finish(); // whose state does not name this model
    parts_.announcer.progress("saving", 0, 1);
    const bool saved =
        try_save([&] { best_.save(state.step); },
                 [&](Error& error) {
                     parts_.announcer.warn(
                         fmt::format("step {}: the best model could not be saved; it stays in memory and "
                                     "saving is retried at the next evaluation or checkpoint: {}",
                                     state.step, error.message()),
                         event::warning::save_failed);
                 });
    if (saved) state.keep_best();
}

void Saver::keep_best_later(TrainState& state) {
    if (!state.has_best || state.keeps_best()) return;
    finish();
    const bool saved =
        try_save([&] { best_.try_again(state.best_step); },
                 [&](Error& error) {
                     if (best_.has_copy())
                         parts_.announcer.warn(
                             fmt::format("step {}: the best model, of step {}, could still not be saved: {}",
                                         state.step, state.best_step, error.message()),
                             event::warning::save_failed);
                 });
    if (!saved) return;
    state.keep_best();
    parts_.announcer.info(fmt::format("the best model, of step {}, is saved now", state.best_step));
}

void Saver::insist_on_best(TrainState& state) {
    if (!state.has_best || state.keeps_best()) return;
    const auto save = [&] {
        if (best_.has_copy())
            try_repeatedly(state, "the best model", [&] { best_.try_again(state.best_step); });
        else
            best_.try_again(state.best_step);
    };
    if (try_save(save, [](Error&) {})) state.keep_best();
}

void Saver::rewound(const TrainState& state) {
    best_.forget_after(state.step);
}

void Saver::insist(const TrainState& state, const std::string& what, const std::function<void()>& save_it) {
    crew_.lead([&] { try_repeatedly(state, what, save_it); }); // rank 0 is lost to the others where it throws
}

bool Saver::insist_or_warn(const TrainState& state, const std::string& what,
                           const std::function<void()>& save_it) {
    return try_save([&] { try_repeatedly(state, what, save_it); }, [](Error&) {});
}

/// Within the time that a stop has.
void Saver::try_repeatedly(const TrainState& state, const std::string& what,
                           const std::function<void()>& save_it) const {
    const double pause = std::min(parts_.preset.checkpoint.retry_seconds,
                                  parts_.preset.supervision.stop_grace_seconds / (2 * tries));
    for (int i = 1;; ++i)
        try {
            return save_it();
        } catch (const Error& error) {
            if (!may_pass(error)) throw;
            parts_.announcer.warn(fmt::format("step {}: {} could not be saved (try {} of {}): {} ({})",
                                              state.step, what, i, tries, error.message(), error.where()),
                                  event::warning::save_failed);
            if (i == tries) throw;
            activity::pause(pause);
        }
}

} // namespace tunedesk::train
