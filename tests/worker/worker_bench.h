// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Runs the real tunedesk-worker without a supervisor, alone or as several ranks, or under the real
// supervisor, with a small BERT and small files of rows that the bench creates.

#include "event/event.h"
#include "run/run_bench.h"

#include <QProcess>
#include <QTemporaryDir>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace tunedesk::test {

using Settings = std::map<std::string, std::string>; ///< "training.seed" -> YAML text
using Environment = std::map<std::string, std::string>;

/// `settings` with those in "a.b=c d.e=f", which take precedence.
Settings with_words(Settings settings, const QString& words);

class WorkerBench {
public:
    WorkerBench();

    fs::path root() const { return path_; }
    fs::path model() const { return path_ / "model"; }
    fs::path rows(const std::string& split) const { return path_ / (split + ".csv"); }
    /// Writes rows with a random number of random words; the first word determines the label.
    void write_rows(const fs::path& path, int count, unsigned seed, int classes = 3) const;

    /// Settings of a preset for pairs, some with an empty second text; writes pairs_train.csv and so on.
    Settings pairs() const;

    /// Writes the small preset with `settings`, which take precedence; returns the file.
    fs::path preset(const Settings& settings = {}) const;
    event::RunFolder folder(const std::string& name) const { return {path_ / name}; }

    std::unique_ptr<QProcess> start(const event::RunFolder& run, const fs::path& preset,
                                    const Environment& environment = {}, const QStringList& more = {}) const;
    /// Starts all ranks with a free port of loopback.
    std::vector<std::unique_ptr<QProcess>> start_ranks(int count, const event::RunFolder& run,
                                                       const fs::path& preset,
                                                       const Environment& environment = {},
                                                       const QStringList& more = {}) const;
    /// A program that exceeds the timeout is killed.
    static Ended wait(QProcess& process, int seconds = 120) { return RunBench::wait(process, seconds); }
    Ended call(const event::RunFolder& run, const fs::path& preset, const Environment& environment = {},
               const QStringList& more = {}) const {
        return wait(*start(run, preset, environment, more));
    }
    std::vector<Ended> call_ranks(int count, const event::RunFolder& run, const fs::path& preset,
                                  const Environment& environment = {}, const QStringList& more = {}) const;
    /// Starts `tunedesk --no-gui ARGUMENTS`.
    std::unique_ptr<QProcess> start_tunedesk(const QStringList& arguments,
                                             const Environment& environment = {}) const;
    /// Starts `tunedesk --no-gui run PRESET --run-dir RUN` with that many ranks.
    std::unique_ptr<QProcess> start_supervised(int ranks, const event::RunFolder& run, const fs::path& preset,
                                               const Environment& environment = {},
                                               const char* strategy = "ddp") const;
    /// start_supervised() and waiting for the end; the output of a failing run is in the test's log.
    event::RunFolder finish(const std::string& name, const Settings& settings, int ranks = 1,
                            const char* strategy = "ddp") const;
    /// Starts any program in the bench's environment.
    std::unique_ptr<QProcess> start_program(const QString& program, const QStringList& arguments,
                                            const Environment& environment = {}) const;
    /// Waits until the journal contains `text`.
    static bool journal_has(const event::RunFolder& run, const std::string& text, int seconds = 60);

private:
    void write_model() const;

    QTemporaryDir temporary_;
    fs::path path_;
    mutable int presets_ = 0;
};

/// The results that must be bit-identical however often a run was interrupted: name -> contents. Without
/// timings, memory and the folder's own path.
std::map<std::string, std::string> traces(const event::RunFolder& run);
/// The same without what says which checkpoints were made: a stop saves one more than an undisturbed run.
std::map<std::string, std::string> traces_but_saves(const event::RunFolder& run);
/// The names whose contents differ, or "" if all are equal.
std::string difference(const std::map<std::string, std::string>& a,
                       const std::map<std::string, std::string>& b);

/// The journal as a reader sees it.
std::vector<event::Event> journal(const event::RunFolder& run);
/// The losses of its Step events by step.
std::map<std::int64_t, double> losses(const event::RunFolder& run);
std::vector<event::Event> events_of(const event::RunFolder& run, event::Type type);
/// Whether its log contains the text.
bool says(const event::RunFolder& run, const std::string& text);
/// The state letter in /proc/PID/stat; 'X' if there is no such process.
char process_state(int pid);
/// Waits up to a minute until TUNEDESK_FAULT has stopped the process by SIGSTOP. Its last journal lines may
/// not be written yet: a separate thread writes them.
bool is_stopped(const QProcess& process);
/// The pid of a rank that was stopped by SIGSTOP, by TUNEDESK_FAULT or itself; 0 if there is none within a
/// minute.
int stopped_rank(const event::RunFolder& run);
/// Number of steps of the finished run.
std::int64_t steps_of(const event::RunFolder& run);
/// Steps of the committed checkpoints, highest first.
std::vector<std::int64_t> checkpoints(const event::RunFolder& run);
/// The largest difference between tensors with equal names in two safetensors files, relative for numbers
/// beyond 1; infinite if names or shapes differ.
double largest_difference(const fs::path& a, const fs::path& b);
double largest_difference(const std::map<std::int64_t, double>& a, const std::map<std::int64_t, double>& b);

} // namespace tunedesk::test
