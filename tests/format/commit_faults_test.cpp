// SPDX-License-Identifier: GPL-3.0-or-later
#include "format/checkpoint.h"
#include "tracing.h"

#include "format/support.h"

#include <csignal>
#include <set>

using namespace tunedesk;
using namespace tunedesk::format;

namespace {

struct Outcome {
    bool ended = false;
    int code = -1; ///< 128 + signal for a killed process
    QByteArray out, err;
};

Outcome run(const QString& program, const QStringList& arguments) {
    QProcess process;
    process.start(program, arguments);
    Outcome outcome;
    outcome.ended = process.waitForFinished(60'000);
    if (!outcome.ended) {
        process.kill();
        outcome.err = process.errorString().toUtf8();
        return outcome;
    }
    outcome.code =
        process.exitStatus() == QProcess::CrashExit ? 128 + process.exitCode() : process.exitCode();
    outcome.out = process.readAllStandardOutput();
    outcome.err = process.readAllStandardError();
    return outcome;
}

const QString probe = QStringLiteral(TUNEDESK_BIN_DIR "/commit_probe");

QStringList probe_arguments(const QTemporaryDir& folder, int step, int bytes, int keep) {
    return {probe, folder.path(), QString::number(step), QString::number(bytes), QString::number(keep)};
}

/// Step whose state a committed folder holds, after verifying it whole.
std::string verified_state(const fs::path& folder) {
    verify_folder(folder);
    return read_file(folder / "state.json", ErrorId::checkpoint_file_unreadable);
}

} // namespace

/// A save that is interrupted or fails at any system call.
class CommitFaultsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        if (!tracing_works()) QSKIP(no_tracing);
    }
    void killed_at_every_call_data();
    void killed_at_every_call();
    void a_failing_call_fails_the_save_data();
    void a_failing_call_fails_the_save();
    void a_full_disk_fails_the_save();
};

void CommitFaultsTest::killed_at_every_call_data() {
    QTest::addColumn<QString>("call");
    QTest::addColumn<QString>("also");
    for (const char* call :
         {"openat", "write", "writev", "pwrite64", "fallocate", "fsync", "fdatasync", "rename", "renameat",
          "renameat2", "unlink", "unlinkat", "rmdir", "mkdir", "close"})
        QTest::newRow(call) << call << QString();
    // File systems that cannot exchange two folders take two renames more.
    QTest::newRow("rename, no exchange") << "rename"
                                         << "inject=renameat2:error=EINVAL";
}

// FAULTS 2
/// The committed steps 1 and 2 and best/ are there when a save of step 3 (keep 2) is killed at its N-th call,
/// N from 1 until one runs through. What is committed is whole, the newest of the old is among it, and no
/// half-made folder is listed; then the next save works.
void CommitFaultsTest::killed_at_every_call() {
    QFETCH(QString, call);
    QFETCH(QString, also);
    int kills = 0;
    for (int n = 1; n < 400; ++n) {
        QTemporaryDir folder;
        const fs::path checkpoints = below(folder, "checkpoints"), best = below(folder, "best");
        for (const int step : {1, 2})
            QCOMPARE(run(probe, probe_arguments(folder, step, 5000, 2).mid(1)).code, 0);
        // Its own, or the dynamic linker's: each call of the process is a place to die.
        const QString inject = QStringLiteral("inject=%1:signal=KILL:when=%2").arg(call).arg(n);
        QStringList arguments{"-f", "-qq", "-o", "/dev/null", "-e", "trace=renameat2," + call, "-e", inject};
        if (!also.isEmpty()) arguments << "-e" << also;
        const Outcome outcome = run("strace", arguments + probe_arguments(folder, 3, 5000, 2));
        QVERIFY(outcome.ended);
        const std::vector<std::int64_t> steps = list_checkpoints(checkpoints);
        QVERIFY2(!steps.empty(), "nothing is listed");
        QVERIFY(steps.front() == 2 || steps.front() == 3);
        QVERIFY(std::ranges::find(steps, 2) != steps.end());
        for (const std::int64_t step : steps)
            QCOMPARE(verified_state(checkpoints / checkpoint_name(step)),
                     "{\"step\":" + std::to_string(step) + "}");
        recover_folder(best);
        const std::string state = verified_state(best);
        QVERIFY2(state == "{\"step\":2}" || state == "{\"step\":3}", state.c_str());
        if (outcome.code == 0) {
            QCOMPARE(steps, (std::vector<std::int64_t>{3, 2}));
            qInfo("%d places to die", kills);
            QVERIFY2(kills > 0 ||
                         QStringList({"pwrite64", "fdatasync", "renameat", "unlink", "rmdir"}).contains(call),
                     "the call is never made");
            return;
        }
        QCOMPARE(outcome.code, 128 + SIGKILL);
        ++kills;
        QCOMPARE(run(probe, probe_arguments(folder, 3, 5000, 2).mid(1)).code, 0);
        QCOMPARE(list_checkpoints(checkpoints), (std::vector<std::int64_t>{3, 2}));
        QCOMPARE(verified_state(best), std::string("{\"step\":3}"));
        QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot),
                 (QStringList{"best", "checkpoints"}));
    }
    QFAIL("the save never ran through");
}

void CommitFaultsTest::a_failing_call_fails_the_save_data() {
    QTest::addColumn<QString>("call");
    QTest::addColumn<QString>("error");
    for (const char* call : {"fsync", "writev", "write", "fallocate"})
        for (const char* error : {"EIO", "ENOSPC"})
            QTest::addRow("%s %s", call, error) << call << error;
    QTest::newRow("mkdir ENOSPC") << "mkdir"
                                  << "ENOSPC";
    QTest::newRow("renameat2 EIO") << "renameat2"
                                   << "EIO";
    QTest::newRow("rename EIO") << "rename"
                                << "EIO";
    // A file system that cannot do these is not a failing one.
    QTest::newRow("no exchange") << "renameat2"
                                 << "EINVAL";
    QTest::newRow("no reservation") << "fallocate"
                                    << "EOPNOTSUPP";
}

// FAULTS 17, 19
/// The N-th call fails once: the save says so and changes nothing that was committed; no descriptor whose
/// fsync failed is flushed again; the next save, in the same process, works.
void CommitFaultsTest::a_failing_call_fails_the_save() {
    QFETCH(QString, call);
    QFETCH(QString, error);
    const bool harmless = error == "EINVAL" || error == "EOPNOTSUPP";
    int failures = 0;
    for (int n = 1; n < 60; ++n) {
        QTemporaryDir folder;
        const fs::path checkpoints = below(folder, "checkpoints");
        QCOMPARE(run(probe, probe_arguments(folder, 2, 5000, 2).mid(1)).code, 0);
        const QString log = QString::fromStdString(below(folder, "trace").string());
        const QString inject = QStringLiteral("inject=%1:error=%2:when=%3").arg(call, error).arg(n);
        const Outcome outcome =
            run("strace",
                QStringList{"-f", "-qq", "-o", log, "-e", "trace=openat,close,fsync," + call, "-e", inject} +
                    probe_arguments(folder, 3, 5000, 2) + QStringList{"--again"});
        QVERIFY(outcome.ended);
        const QByteArray trace =
            QByteArray::fromStdString(read_file(log.toStdString(), ErrorId::file_unreadable));
        if (!trace.contains("(INJECTED)")) {
            QVERIFY(n > 1);
            QVERIFY(harmless ? failures == 0 : failures > 0);
            return;
        }
        // The probe's own lines go through write(2) as well: only those of the save count.
        QVERIFY2(outcome.code == 0, (outcome.out + outcome.err).constData());
        if (outcome.out.contains("error[TD5001]")) ++failures;
        QCOMPARE(list_checkpoints(checkpoints), (std::vector<std::int64_t>{3, 2}));
        for (const std::int64_t step : {2, 3})
            verify_folder(checkpoints / checkpoint_name(step));
        QCOMPARE(verified_state(below(folder, "best")), std::string("{\"step\":3}"));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Dirs | QDir::NoDotAndDotDot),
                 (QStringList{"best", "checkpoints"}));
        std::set<QByteArray> failed;
        static const QRegularExpression line(R"((fsync|close)\((\d+)\)\s+= (-?\d+))");
        for (const QByteArray& text : trace.split('\n')) {
            const auto match = line.match(QString::fromUtf8(text));
            if (!match.hasMatch()) continue;
            const QByteArray descriptor = match.captured(2).toUtf8();
            if (match.captured(1) == "close") {
                failed.erase(descriptor);
            } else {
                QVERIFY2(!failed.contains(descriptor), "fsync again on a descriptor whose fsync failed");
                if (match.captured(3) == "-1") failed.insert(descriptor);
            }
        }
    }
    QFAIL("every call was injected, and there were more");
}

// FAULTS 17
/// On a 1 MiB disk a save of 300 kB finds room for step 1, its best/ and step 2, and no more: what does not
/// fit fails, what is committed stays whole, and a save that fits works.
void CommitFaultsTest::a_full_disk_fails_the_save() {
    QTemporaryDir folder, kept;
    const QString script =
        QStringLiteral("mount -t tmpfs -o size=1m tmpfs \"$1\" || exit 99\n"
                       "save() { \"$0\" \"$1\" $3 $4 9; echo exit=$?; cp -r \"$1\" \"$2/$3\"; }\n"
                       "save \"$1\" \"$2\" 1 300000\n"
                       "save \"$1\" \"$2\" 2 300000\n"
                       "save \"$1\" \"$2\" 3 300000\n"
                       "save \"$1\" \"$2\" 4 1000\n");
    const Outcome outcome = run("unshare", {"-Urm", "sh", "-c", script, probe, folder.path(), kept.path()});
    if (outcome.code == 99 || !outcome.ended || outcome.err.contains("unshare failed"))
        QSKIP("unshare cannot mount a tmpfs here");
    QVERIFY2(outcome.code == 0, outcome.err.constData());
    QByteArrayList codes;
    for (const QByteArray& line : outcome.out.split('\n')) {
        if (line.startsWith("exit=")) codes << line.mid(5);
        if (line.startsWith("error")) {
            QVERIFY2(line.startsWith("error[TD5001]") && line.contains("No space left on device"), line);
            QVERIFY2(line.contains("next: free some space"), line);
        }
    }
    QCOMPARE(codes, (QByteArrayList{"0", "5", "5", "0"}));
    const std::vector<std::vector<std::int64_t>> listed{{1}, {2, 1}, {2, 1}, {4, 2, 1}};
    for (int save = 1; save <= 4; ++save) {
        const fs::path copy = below(kept, std::to_string(save).c_str());
        QCOMPARE(list_checkpoints(copy / "checkpoints"), listed[static_cast<std::size_t>(save - 1)]);
        for (const std::int64_t step : list_checkpoints(copy / "checkpoints"))
            QCOMPARE(verified_state(copy / "checkpoints" / checkpoint_name(step)),
                     "{\"step\":" + std::to_string(step) + "}");
        QCOMPARE(verified_state(copy / "best"), std::string(save < 4 ? "{\"step\":1}" : "{\"step\":4}"));
        QVERIFY(!fs::exists(copy / "best.tmp"));
        QVERIFY(!fs::exists(copy / "checkpoints/step-00000003.tmp"));
    }
}

QTEST_GUILESS_MAIN(CommitFaultsTest)
#include "commit_faults_test.moc"
