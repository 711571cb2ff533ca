// SPDX-License-Identifier: GPL-3.0-or-later
// The right to a run folder when a call fails once: it is had or refused, never left behind or believed to
// be nobody's.

#include "base/clock.h"
#include "base/failing_sweep.h"
#include "event/folder/run_lock.h"

using namespace tunedesk;
using namespace tunedesk::event;
using namespace tunedesk::test;

namespace {

/// A run folder below `root`, with the user's state there too.
RunFolder run_below(const fs::path& root) {
    qputenv("XDG_STATE_HOME", (root / "state").c_str());
    RunFolder folder{root / "run"};
    make_folders(folder.root, ErrorId::folder_not_created);
    return folder;
}

bool take(const RunFolder& folder) {
    const RunLock lock(folder);
    const std::optional<Owner> owner = read_owner(folder);
    if (!owner || owner->pid != ::getpid()) return false;
    lock.require_held();
    return true;
}

/// Whether the folder can be had at once, and is nobody's afterwards.
std::string wrong_after(const RunFolder& folder) {
    const double began = monotonic_seconds();
    if (!take(folder)) return "the next attempt names another owner";
    if (monotonic_seconds() - began > 5) return "the next attempt waited";
    if (RunLock::is_held(folder)) return "held afterwards";
    return fs::exists(folder.owner()) ? "an owner is named afterwards" : "";
}

const char* const elsewhere =
    R"({"host": "node-17", "boot": "another", "pid": 4242, "started": "then", "token": "t"})";

} // namespace

class FailingLockTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void had_or_refused_data() { add_failing_calls(); }
    // FAULTS 19, 23
    /// Who was refused is named nowhere: others would wait for it.
    void had_or_refused() {
        const std::string wrong =
            sweep_failing_calls([](const fs::path& root, Failing& failing) -> std::string {
                const RunFolder folder = run_below(root);
                const bool good = failing.run([&] { return take(folder); });
                if (good && failing.hit() && failing.syncs()) return "a failed flush counts as done";
                if (RunLock::is_held(folder)) return "held by nobody";
                // What cannot be removed, by a process without memory too, or is of one that was ended,
                // stays.
                const bool may_stay = failing.path() == folder.owner() || failing.path() == "terminated" ||
                                      (good && failing.allocates());
                if (!may_stay && fs::exists(folder.owner())) return "a refused owner is named";
                return wrong_after(folder);
            });
        QVERIFY2(wrong.empty(), wrong.c_str());
    }

    void an_owner_elsewhere_keeps_it_data() { add_failing_calls(); }
    // FAULTS 42
    void an_owner_elsewhere_keeps_it() {
        const std::string wrong =
            sweep_failing_calls([](const fs::path& root, Failing& failing) -> std::string {
                const RunFolder folder = run_below(root);
                write_file_atomically(folder.owner(), elsewhere);
                if (failing.run([&] { return take(folder); })) return "taken from its owner";
                if (read_file(folder.owner(), ErrorId::file_unreadable) != elsewhere)
                    return "the owner is not named any more";
                try {
                    take(folder);
                    return "the next attempt takes it";
                } catch (const Error& error) {
                    return error.is(ErrorId::run_folder_busy_elsewhere) ? "" : error.line();
                }
            });
        QVERIFY2(wrong.empty(), wrong.c_str());
    }
};

QTEST_GUILESS_MAIN(FailingLockTest)
#include "failing_lock_test.moc"
