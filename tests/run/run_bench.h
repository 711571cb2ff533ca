// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Runs the real `tunedesk` program with small worker processes in an isolated environment: folders for state,
// sockets and cache, a model that is only a name, and a preset with short limits.

#include "base/files/file.h"
#include "event/folder/run_folder.h"

#include <QProcess>
#include <QTemporaryDir>
#include <memory>
#include <string>
#include <vector>

namespace tunedesk::test {

struct Ended {
    int code = -1; ///< as reported by a shell: 128+n if a signal ended the program itself
    std::string out, err;
};

class RunBench {
public:
    RunBench();

    /// Adds a variable to the environment of all programs started later.
    void set(const char* name, const std::string& value);
    /// Lets later programs find the window's program, so that finished runs draw plots.
    void with_window();
    /// Lets fake ranks of later programs wait halfway until let_go(), so that a test finds them alive.
    void hold_halfway();
    void let_go() const;
    /// Simulates these GPUs (tests/base/fake_nvml.h), also while programs run.
    void show_gpus(const std::string& machine);
    fs::path root() const { return path_; }
    fs::path preset() const { return path_ / "preset.yaml"; }
    event::RunFolder folder(const char* name = "run") const { return {path_ / name}; }

    /// Starts `tunedesk --no-gui ARGUMENTS`.
    std::unique_ptr<QProcess> start(const QStringList& arguments) const;
    const QProcessEnvironment& environment() const { return environment_; }
    /// Starts any program in this environment.
    std::unique_ptr<QProcess> start_program(const QString& program, const QStringList& arguments) const;
    /// Waits for the end; after the timeout the program is killed, and its code is -1.
    static Ended wait(QProcess& process, int seconds = 60);
    Ended call(const QStringList& arguments, int seconds = 60) const {
        return wait(*start(arguments), seconds);
    }

    /// `run PRESET --run-dir folder() --set parallel.processes=N` and further arguments.
    QStringList run_arguments(int processes, const QStringList& more = {}) const;

    /// Processes whose command line contains the folder; with `workers_only` without `tunedesk` itself.
    static std::vector<int> processes_of(const event::RunFolder& folder, bool workers_only = true);
    /// Waits until no process of the folder is left.
    static bool all_gone(const event::RunFolder& folder, int seconds);
    /// Waits until the journal contains `text`.
    static bool journal_has(const event::RunFolder& folder, const std::string& text, int seconds = 30);

private:
    QTemporaryDir temporary_;
    fs::path path_;
    QProcessEnvironment environment_;
};

} // namespace tunedesk::test
