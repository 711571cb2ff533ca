// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Shared by the tests of the queue: adding runs to a bench's queue, and checking their states.

#include "run/registry/known_runs.h"
#include "run/run_bench.h"
#include "texts.h"

#include <algorithm>
#include <csignal>
#include <fstream>
#include <iterator>

namespace tunedesk::test {

constexpr const char* two_gpus =
    R"({"gpus": [{"uuid": "GPU-a", "total": 100}, {"uuid": "GPU-b", "total": 100}]})";

inline std::string variables_of(int pid) {
    std::ifstream in("/proc/" + std::to_string(pid) + "/environ");
    return {std::istreambuf_iterator<char>(in), {}};
}

/// The processes that wait for entries of a bench's queue, or supervise them.
inline std::vector<int> queue_processes(const RunBench& bench) {
    std::vector<int> found;
    for (const auto& entry : fs::directory_iterator("/proc")) {
        const std::string name = entry.path().filename().string();
        if (name.find_first_not_of("0123456789") != std::string::npos) continue;
        std::ifstream in(entry.path() / "cmdline");
        const std::string command(std::istreambuf_iterator<char>(in), {});
        const int pid = std::stoi(name);
        if (has(command, std::string("queue\0wait", 10)) && has(variables_of(pid), bench.root().string()))
            found.push_back(pid);
    }
    return found;
}

/// Kills processes like a crash. They are stopped first, because a live one would restart the others.
inline void kill_processes(const std::vector<int>& pids) {
    for (const int number : {SIGSTOP, SIGKILL})
        for (const int pid : pids)
            ::kill(pid, number);
}

inline QString root(const RunBench& bench, const char* run) {
    return QString::fromStdString(bench.folder(run).root.string());
}

inline Ended add(const RunBench& bench, const char* run, const QStringList& more = {}) {
    return bench.call(QStringList{"queue", "add", QString::fromStdString(bench.preset().string()),
                                  "--run-dir", root(bench, run)} +
                      more);
}

inline event::RunStatus status(const RunBench& bench, const char* run) {
    return run::read_known_run(bench.folder(run).root).status;
}

/// The exit code of a run; -1 if it has none yet.
inline int end_of(const RunBench& bench, const char* run) {
    const auto record = event::read_exit(bench.folder(run));
    return record ? record->code : -1;
}

} // namespace tunedesk::test
