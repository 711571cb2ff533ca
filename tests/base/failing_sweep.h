// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/disk_calls.h"
#include "base/error.h"
#include "base/scratch.h"
#include "long_tests.h"

#include <QTemporaryDir>
#include <QTest>
#include <cerrno>
#include <csignal>
#include <exception>
#include <new>
#include <optional>
#include <sys/wait.h>
#include <unistd.h>

namespace tunedesk::test {

/// Lets the N-th call of one kind fail in one part of a scenario.
class Failing {
public:
    Failing(std::optional<DiskCall> kind, int error, int nth, fs::path root)
        : kind_(kind), error_(error), nth_(nth), root_(std::move(root)) {}

    /// Runs the action with its N-th call failing. False if the action fails: by an Error, std::bad_alloc, or
    /// false.
    template <class Action>
    bool run(Action&& action) {
        if (kind_) {
            FailingCall call(*kind_, nth_, error_, root_);
            const bool good = succeeds(action);
            call.disarm();
            hit_ = call.hit();
            path_ = call.path();
            return good;
        }
        return in_a_child(action);
    }

    bool hit() const { return hit_; }
    /// The file of the failed call.
    const std::string& path() const { return path_; }
    bool syncs() const { return kind_ == DiskCall::sync; }
    bool allocates() const { return !kind_; }

private:
    /// Exhausted memory may end a process, as in a destructor of nlohmann::json, which allocates. The effect
    /// on the disk is that of a kill, so this counts as a failed action.
    template <class Action>
    bool in_a_child(Action& action) {
        const pid_t child = ::fork();
        if (child == 0) {
            std::set_terminate([] { ::_exit(2); });
            std::signal(SIGABRT, [](int) { ::_exit(2); });
            FailingAllocation allocation(nth_);
            const bool good = succeeds(action);
            allocation.disarm();
            ::_exit((good ? 0 : 1) + (allocation.hit() ? 10 : 0));
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        hit_ = code != 0 && code != 1;
        path_ = code == -1 ? "crashed" : code == 2 ? "terminated" : "refused";
        return code % 10 == 0;
    }

    template <class Action>
    static bool succeeds(Action& action) {
        try {
            return action();
        } catch (const Error&) {
            return false;
        } catch (const std::bad_alloc&) {
            return false;
        }
    }

    std::optional<DiskCall> kind_;
    int error_, nth_;
    fs::path root_;
    bool hit_ = false;
    std::string path_;
};

/// Adds a test row for each kind of call: columns "kind" (-1: allocations) and "error".
inline void add_failing_calls() {
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("error");
    const auto row = [](const char* name, DiskCall kind, int error) {
        QTest::newRow(name) << static_cast<int>(kind) << error;
    };
    row("open EMFILE", DiskCall::open, EMFILE);
    row("write ENOSPC", DiskCall::write, ENOSPC);
    row("write EIO", DiskCall::write, EIO);
    row("short write, then ENOSPC", DiskCall::short_write, ENOSPC);
    row("fsync EIO", DiskCall::sync, EIO);
    row("rename EIO", DiskCall::rename, EIO);
    row("mkdir ENOSPC", DiskCall::make_folder, ENOSPC);
    row("unlink EACCES", DiskCall::remove, EACCES);
    row("ftruncate, fallocate ENOSPC", DiskCall::resize, ENOSPC);
    row("close EIO", DiskCall::close, EIO);
    QTest::newRow("allocation") << -1 << ENOMEM;
}

/// Calls `scenario(folder, failing)` for N = 1, 2, ... in new folders, until its part makes fewer than N
/// calls of the row's kind; for allocations, which need one process each, only every third N. Returns the
/// first error, or "", and the last N that failed.
template <class Scenario>
std::string sweep_failing_calls(Scenario scenario, int* failures = nullptr) {
    const int kind = *static_cast<int*>(QTest::qData("kind", qMetaTypeId<int>()));
    const int error = *static_cast<int*>(QTest::qData("error", qMetaTypeId<int>()));
    const int step = kind < 0 ? rounds(3, 1) : 1;
    for (int nth = 1; nth < 5000; nth += step) {
        const QTemporaryDir folder(scratch_place());
        const fs::path root = fs::canonical(folder.path().toStdString());
        Failing failing(kind < 0 ? std::nullopt : std::optional(static_cast<DiskCall>(kind)), error, nth,
                        root);
        const std::string wrong = scenario(root, failing);
        if (failing.path() == "crashed") return "call " + std::to_string(nth) + ": a crash";
        if (!wrong.empty()) return "call " + std::to_string(nth) + " (" + failing.path() + "): " + wrong;
        if (!failing.hit()) {
            if (failures) *failures = nth - step;
            qInfo("%d calls failed", (nth - 1) / step);
            return {};
        }
    }
    return "it has no end";
}

} // namespace tunedesk::test
