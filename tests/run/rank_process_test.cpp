// SPDX-License-Identifier: GPL-3.0-or-later
// A rank's process and its group: how it ends is told, and nobody else's group is ever killed.

#include "run/supervise/rank_process.h"

#include "base/error.h"

#include <QTemporaryDir>
#include <QTest>
#include <csignal>
#include <fstream>
#include <optional>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tunedesk;
using run::ProcessEnd;
using run::RankProcess;

namespace {

bool lives(int pid) {
    std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
    std::string stat;
    std::getline(file, stat);
    return !stat.empty() && stat.find(") Z") == std::string::npos;
}

} // namespace

class RankProcessTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    run::RankLaunch shell(const std::string& script) const {
        return {"/bin/sh", {"-c", script}, {{"WORD", "said"}}, log()};
    }
    fs::path log() const { return folder_.path().toStdString() + "/rank.log"; }
    std::string logged() const {
        return fs::exists(log()) ? read_file(log(), ErrorId::file_unreadable) : std::string();
    }

    /// How the script ended.
    std::optional<ProcessEnd> end_of(const std::string& script) const {
        std::optional<ProcessEnd> end;
        RankProcess process;
        process.on_end = [&](ProcessEnd how) { end = how; };
        process.start(shell(script));
        [&] { QTRY_VERIFY_WITH_TIMEOUT(end, 20'000); }();
        return end;
    }

private Q_SLOTS:
    void init() { fs::remove(log()); }

    void an_end_is_told() {
        const auto exit = end_of("echo $WORD; exit 7");
        QVERIFY(exit && exit->code == 7 && exit->signal == 0);
        QCOMPARE(logged(), std::string("said\n"));
        const auto crash = end_of("kill -SEGV $$");
        QVERIFY(crash && crash->signal == SIGSEGV);
    }

    void a_program_that_cannot_start_is_named() {
        for (const char* program : {"/nowhere/worker", "/etc/passwd"}) {
            RankProcess process;
            try {
                process.start({program, {}, {}, log()});
                QFAIL("it started");
            } catch (const Error& error) {
                QCOMPARE(error.id(), 7057);
                QCOMPARE(error.where(), std::string(program));
            }
            QVERIFY(!process.is_running());
        }
    }

    void a_log_that_is_no_file_is_refused_data() {
        QTest::addColumn<bool>("link");
        QTest::newRow("a FIFO") << false;
        QTest::newRow("a link") << true;
    }
    void a_log_that_is_no_file_is_refused() {
        QFETCH(bool, link);
        if (link)
            fs::create_symlink(folder_.path().toStdString() + "/elsewhere", log());
        else
            QCOMPARE(::mkfifo(log().c_str(), 0600), 0);
        RankProcess process;
        QVERIFY_THROWS_EXCEPTION(Error, process.start(shell("echo no")));
        QVERIFY(!fs::exists(folder_.path().toStdString() + "/elsewhere"));
    }

    void what_a_rank_leaves_ends_with_it() {
        QVERIFY(end_of("sleep 1000 & echo $!; exit 0"));
        const int left = std::stoi(logged());
        QTRY_VERIFY_WITH_TIMEOUT(!lives(left), 5'000);
    }

    // Its number may belong to another group by then: here it does, at once.
    void a_number_used_again_is_left_alone() {
        QVERIFY2(::geteuid() == 0, "this test makes a namespace of processes: run it as root");
        const pid_t outer = ::fork();
        if (outer == 0) {
            if (::unshare(CLONE_NEWPID | CLONE_NEWNS) != 0) ::_exit(20);
            const pid_t first = ::fork(); // number 1 of the namespace
            if (first == 0) {
                ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr);
                if (::mount("proc", "/proc", "proc", 0, nullptr) != 0) ::_exit(21);
                ::_exit(kill_after_reuse());
            }
            int status = 0;
            ::waitpid(first, &status, 0);
            ::_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 22);
        }
        int status = 0;
        ::waitpid(outer, &status, 0);
        QVERIFY(WIFEXITED(status));
        QCOMPARE(WEXITSTATUS(status), 0);
    }

private:
    /// 0: the process that got the number lives; 1: it was killed; else it could not be tried.
    int kill_after_reuse() const {
        bool ended = false;
        auto process = std::make_unique<RankProcess>();
        process->on_end = [&](ProcessEnd) { ended = true; };
        process->start(shell("exit 0"));
        const int number = process->pid();
        for (int i = 0; i < 1000 && !ended; ++i)
            QTest::qWait(10);
        if (!ended) return 23;
        std::ofstream("/proc/sys/kernel/ns_last_pid") << number - 1;
        const pid_t stranger = ::fork();
        if (stranger == 0) {
            ::setpgid(0, 0);
            for (;;)
                ::pause();
        }
        ::setpgid(stranger, stranger);
        if (stranger != number) return 24;
        process->kill_group();
        process.reset();
        ::usleep(200'000);
        const bool survived = ::waitpid(stranger, nullptr, WNOHANG) == 0;
        ::kill(stranger, SIGKILL);
        return survived ? 0 : 1;
    }
};

QTEST_GUILESS_MAIN(RankProcessTest)
#include "rank_process_test.moc"
