// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Runs the real tunedesk-worker without a supervisor, alone or as several ranks, or under the real
// supervisor, on a small BERT and small files of rows that the bench makes.

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

/// "a.b=c d.e=f", put over `settings`.
Settings with_words(Settings settings, const QString& words);

class WorkerBench {
public:
    WorkerBench();

    fs::path root() const { return path_; }
    fs::path model() const { return path_ / "model"; }
    fs::path rows(const std::string& split) const { return path_ / (split + ".csv"); }
    /// Rows of random words of varying number; the label follows from the first word.
    void write_rows(const fs::path& path, int count, unsigned seed, int classes = 3) const;

    /// Settings of a preset of pairs, of which some have an empty second text; writes pairs_train.csv and so
    /// on.
    Settings pairs() const;

    /// The small preset with `settings` put over it, as a file.
    fs::path preset(const Settings& settings = {}) const;
    event::RunFolder folder(const std::string& name) const { return {path_ / name}; }

    std::unique_ptr<QProcess> start(const event::RunFolder& run, const fs::path& preset,
                                    const Environment& environment = {}, const QStringList& more = {}) const;
    /// All ranks at once on a free port of loopback.
    std::vector<std::unique_ptr<QProcess>> start_ranks(int count, const event::RunFolder& run,
                                                       const fs::path& preset,
                                                       const Environment& environment = {},
                                                       const QStringList& more = {}) const;
    /// A program that does not end in time is killed.
    static Ended wait(QProcess& process, int seconds = 120) { return RunBench::wait(process, seconds); }
    Ended call(const event::RunFolder& run, const fs::path& preset, const Environment& environment = {},
               const QStringList& more = {}) const {
        return wait(*start(run, preset, environment, more));
    }
    std::vector<Ended> call_ranks(int count, const event::RunFolder& run, const fs::path& preset,
                                  const Environment& environment = {}, const QStringList& more = {}) const;
    /// `tunedesk --no-gui ARGUMENTS`.
    std::unique_ptr<QProcess> start_tunedesk(const QStringList& arguments,
                                             const Environment& environment = {}) const;
    /// `tunedesk --no-gui run PRESET --run-dir RUN` with so many ranks.
    std::unique_ptr<QProcess> start_supervised(int ranks, const event::RunFolder& run, const fs::path& preset,
                                               const Environment& environment = {},
                                               const char* strategy = "ddp") const;
    /// start_supervised() up to its end; what a run says that fails is in the test's log.
    event::RunFolder finish(const std::string& name, const Settings& settings, int ranks = 1,
                            const char* strategy = "ddp") const;
    /// Any program in the bench's environment.
    std::unique_ptr<QProcess> start_program(const QString& program, const QStringList& arguments,
                                            const Environment& environment = {}) const;
    /// Waits until the journal holds `text`.
    static bool journal_has(const event::RunFolder& run, const std::string& text, int seconds = 60);

private:
    void write_model() const;

    QTemporaryDir temporary_;
    fs::path path_;
    mutable int presets_ = 0;
};

/// Everything that must be the same, bit for bit, however often a run was interrupted: name -> contents.
/// Timings, memory and the folder's own path are left out.
std::map<std::string, std::string> traces(const event::RunFolder& run);
/// The same without what says which checkpoints were made: a stop saves one more than an undisturbed run.
std::map<std::string, std::string> traces_but_saves(const event::RunFolder& run);
/// The names whose contents differ, or "" where both are equal.
std::string difference(const std::map<std::string, std::string>& a,
                       const std::map<std::string, std::string>& b);

/// The journal as a reader sees it.
std::vector<event::Event> journal(const event::RunFolder& run);
/// The losses of its Step events by step.
std::map<std::int64_t, double> losses(const event::RunFolder& run);
std::vector<event::Event> events_of(const event::RunFolder& run, event::Type type);
/// Whether its log has such a text.
bool says(const event::RunFolder& run, const std::string& text);
/// The state's letter in /proc/PID/stat; 'X' where there is no such process.
char process_state(int pid);
/// Waits up to a minute until TUNEDESK_FAULT has stopped the process by SIGSTOP. What it wrote to the journal
/// before may not be there yet: a thread of its own writes it.
bool is_stopped(const QProcess& process);
/// A rank of the run that TUNEDESK_FAULT, or itself, has stopped by SIGSTOP; 0 where none does in a minute.
int stopped_rank(const event::RunFolder& run);
/// Steps of the finished run.
std::int64_t steps_of(const event::RunFolder& run);
/// Steps of the committed checkpoints, highest first.
std::vector<std::int64_t> checkpoints(const event::RunFolder& run);
/// The largest difference of equally named tensors of two safetensors files, of numbers beyond 1 as a share
/// of the number; infinite where names or shapes differ.
double largest_difference(const fs::path& a, const fs::path& b);
double largest_difference(const std::map<std::int64_t, double>& a, const std::map<std::int64_t, double>& b);

} // namespace tunedesk::test
