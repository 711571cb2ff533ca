// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/best/best_sweep.h"

#include "base/error.h"
#include "event/folder/run_lock.h"
#include "run/follow/follow.h"
#include "run/programs.h"
#include "run/queue/queue.h"

#include <QProcess>
#include <algorithm>
#include <fmt/format.h>

namespace tunedesk::run {

namespace {

constexpr int start_ms = 120'000;
/// Out of four evaluations: early on, seeds differ by more than rates.
constexpr int pruned_after = 2;

/// Short, as a folder's name and a setting have it.
std::string rate_text(double rate) {
    return fmt::format("{:.2g}", rate);
}

void start_detached(QStringList arguments, const event::RunFolder& run) {
    QProcess process;
    process.setProgram(QString::fromStdString((program_folder() / "tunedesk").string()));
    arguments.prepend("--no-gui");
    process.setArguments(arguments << "--detach");
    process.setStandardInputFile(QProcess::nullDevice());
    process.start();
    const bool ended = process.waitForFinished(start_ms);
    if (ended && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0) return;
    throw Error(ErrorId::queued_run_not_started,
                {ended ? process.readAllStandardError().trimmed().toStdString()
                       : process.errorString().toStdString()},
                run.root.string());
}

} // namespace

std::vector<std::string> sets_of(const BestPlan& plan, int evaluations) {
    const std::int64_t every = std::max<std::int64_t>(1, plan.steps / std::max(1, evaluations));
    return {fmt::format("training.max_steps={}", plan.steps),
            "evaluation.strategy=steps",
            fmt::format("evaluation.every_n_steps={}", every),
            "checkpoint.every_n_steps=0",
            "checkpoint.keep=1",
            "logging.level=full"};
}

std::vector<std::string> sets_to_measure(const fs::path& model) {
    return {"model.path=" + model.string(),
            "training.max_steps=1",
            "training.learning_rate=1e-12",
            "training.lr_scheduler_type=constant",
            "training.warmup_ratio=0",
            "training.warmup_steps=0",
            "training.ema_decay=0",
            "evaluation.strategy=steps",
            "evaluation.every_n_steps=1",
            "checkpoint.every_n_steps=0",
            "checkpoint.keep=1"};
}

std::vector<SweepRun> planned_runs(const DraftOf& read, const BestPlan& plan) {
    Sweep sweep;
    sweep.seeds = plan.seeds;
    SweptKey rates{"training.learning_rate", {}};
    for (const double rate : plan.rates)
        rates.values.push_back(rate_text(rate));
    sweep.keys.push_back(std::move(rates));
    std::vector<SweepRun> runs = sweep_runs(read, sweep);
    std::ranges::stable_sort(runs, {}, [](const SweepRun& run) { return run.preset.training.seed; });
    return runs;
}

BestSweep::BestSweep(std::vector<QueuedRun> runs, const std::string& group) {
    Queueing how;
    how.group = group;
    how.prune_after = pruned_after;
    for (QueueEntry& entry : add_to_queue(std::move(runs), how))
        runs_.push_back({{entry.run}, entry.setting, {}, {}, false});
}

bool BestSweep::look() {
    const std::vector<QueueEntry> entries = queue_entries();
    bool goes_on = false;
    for (SweptRun& run : runs_) {
        if (run.state != SweptRun::State::ended)
            look_at(run, std::ranges::count(entries, run.folder.root, &QueueEntry::run) > 0);
        goes_on = goes_on || run.state != SweptRun::State::ended;
    }
    return goes_on;
}

void BestSweep::look_at(SweptRun& run, bool is_queued) const {
    using State = SweptRun::State;
    run.exit = event::read_exit(run.folder); // its process may still draw plots
    if (run.exit)
        run.state = State::ended;
    else if (event::RunLock::is_held(run.folder))
        run.state = State::trains;
    else
        run.state = is_queued ? State::waits : State::ended;
}

void BestSweep::stop() {
    for (SweptRun& run : runs_) {
        if (run.state == SweptRun::State::ended) continue;
        try {
            remove_from_queue(run.folder.root);
            run.left_out = !run.folder.holds_run();
        } catch (const Error&) {
            // It has left the queue: it trains.
        }
        if (!run.left_out) stop_quietly(run.folder);
    }
}

void stop_quietly(const event::RunFolder& run) try {
    if (event::RunLock::is_held(run)) send_command(run, event::Command::stop);
} catch (const Error&) {
    // It has ended meanwhile, or is about to.
}

void start_again(const event::RunFolder& run, std::optional<double> epochs) {
    QStringList arguments{"resume", QString::fromStdString(run.root.string())};
    if (epochs) arguments << "--epochs" << QString::fromStdString(fmt::format("{:.4f}", *epochs));
    start_detached(arguments, run);
}

void end_early(const event::RunFolder& run, double epochs) {
    start_detached({"resume", QString::fromStdString(run.root.string()), "--allow-change", "--epochs",
                    QString::fromStdString(fmt::format("{:.6f}", epochs))},
                   run);
}

void start_new(const std::string& preset, const std::vector<std::string>& sets, const event::RunFolder& run) {
    QStringList arguments{"run", QString::fromStdString(preset), "--run-dir",
                          QString::fromStdString(run.root.string())};
    for (const std::string& set : sets)
        arguments << "--set" << QString::fromStdString(set);
    start_detached(arguments, run);
}

} // namespace tunedesk::run
