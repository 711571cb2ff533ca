// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Runs the real `tunedesk` program with tiny real workers in a world of its own: folders for state, sockets
// and cache, a model that is only a name, and a preset with short limits.

#include "base/files/file.h"
#include "event/folder/run_folder.h"

#include <QProcess>
#include <QTemporaryDir>
#include <memory>
#include <string>
#include <vector>

namespace tunedesk::test {

struct Ended {
    int code = -1; ///< as a shell gives it: 128+n where a signal ended the program itself
    std::string out, err;
};

class RunBench {
public:
    RunBench();

    /// Added to the environment of every program started from here on.
    void set(const char* name, const std::string& value);
    /// Later programs have the window's: finished runs draw plots.
    void with_window();
    /// Fake ranks of later programs wait halfway until let_go(): what a test does meanwhile finds them alive.
    void hold_halfway();
    void let_go() const;
    /// These GPUs (tests/base/fake_nvml.h) instead of the machine's, also while programs run.
    void show_gpus(const std::string& machine);
    fs::path root() const { return path_; }
    fs::path preset() const { return path_ / "preset.yaml"; }
    event::RunFolder folder(const char* name = "run") const { return {path_ / name}; }

    /// `tunedesk --no-gui ARGUMENTS`.
    std::unique_ptr<QProcess> start(const QStringList& arguments) const;
    const QProcessEnvironment& environment() const { return environment_; }
    /// Any program in this world.
    std::unique_ptr<QProcess> start_program(const QString& program, const QStringList& arguments) const;
    /// Waits for the end; a program that does not end in time is killed, and its code is -1.
    static Ended wait(QProcess& process, int seconds = 60);
    Ended call(const QStringList& arguments, int seconds = 60) const {
        return wait(*start(arguments), seconds);
    }

    /// `run PRESET --run-dir folder() --set parallel.processes=N` and further arguments.
    QStringList run_arguments(int processes, const QStringList& more = {}) const;

    /// Processes whose command line names the folder, but for `tunedesk` itself where `workers_only`.
    static std::vector<int> processes_of(const event::RunFolder& folder, bool workers_only = true);
    /// Waits until no process of the folder is left.
    static bool all_gone(const event::RunFolder& folder, int seconds);
    /// Waits until the journal holds `text`.
    static bool journal_has(const event::RunFolder& folder, const std::string& text, int seconds = 30);

private:
    QTemporaryDir temporary_;
    fs::path path_;
    QProcessEnvironment environment_;
};

} // namespace tunedesk::test
