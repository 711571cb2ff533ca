// SPDX-License-Identifier: GPL-3.0-or-later
// One atomic write, interrupted or failing at every system call.

#include "base/files/file.h"

#include "tracing.h"

#include <QTest>

#include <csignal>

using namespace tunedesk;

namespace {

fs::path below(const QTemporaryDir& folder, const char* name) {
    return fs::path(folder.path().toStdString()) / name;
}

const QString probe = QStringLiteral(TUNEDESK_BIN_DIR "/write_probe");

/// The exit code, or 128 + signal.
int run(const QString& program, const QStringList& arguments, QByteArray* output = nullptr) {
    QProcess process;
    process.start(program, arguments);
    if (!process.waitForFinished(60'000)) return -1;
    if (output) *output = process.readAllStandardOutput();
    return process.exitStatus() == QProcess::CrashExit ? 128 + process.exitCode() : process.exitCode();
}

} // namespace

class WriteFaultsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        if (!tracing_works()) QSKIP(no_tracing);
    }

    void is_whole_wherever_it_is_killed_data() {
        QTest::addColumn<QString>("call");
        for (const char* call : {"openat", "write", "fsync", "rename", "close"})
            QTest::newRow(call) << call;
    }
    // FAULTS 2
    void is_whole_wherever_it_is_killed() {
        QFETCH(QString, call);
        for (int n = 1, kills = 0; n < 200; ++n) {
            QTemporaryDir folder;
            const fs::path path = below(folder, "x");
            write_file_atomically(path, std::string(70'000, 'o'));
            const QString inject = QStringLiteral("inject=%1:signal=KILL:when=%2").arg(call).arg(n);
            const int code = run("strace", {"-qq", "-o", "/dev/null", "-e", "trace=" + call, "-e", inject,
                                            probe, QString::fromStdString(path.string()), "90000", "n"});
            const std::string now = read_file(path, ErrorId::data_unreadable);
            QVERIFY(now == std::string(70'000, 'o') || now == std::string(90'000, 'n'));
            if (code == 0) {
                QVERIFY(now[0] == 'n');
                QVERIFY(kills > 0);
                return;
            }
            QCOMPARE(code, 128 + SIGKILL);
            ++kills;
        }
        QFAIL("the write never ran through");
    }

    void says_when_the_disk_fails_data() {
        QTest::addColumn<QString>("call");
        QTest::addColumn<QString>("error");
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("full") << "write"
                              << "ENOSPC" << QByteArray("No space left on device (28)");
        QTest::newRow("broken") << "fsync"
                                << "EIO" << QByteArray("Input/output error (5)");
        QTest::newRow("read-only") << "rename"
                                   << "EROFS" << QByteArray("Read-only file system (30)");
    }
    // FAULTS 17, 19
    void says_when_the_disk_fails() {
        QFETCH(QString, call);
        QFETCH(QString, error);
        QFETCH(QByteArray, text);
        QTemporaryDir folder;
        const fs::path path = below(folder, "x");
        write_file_atomically(path, "old");
        QByteArray output;
        const int code = run("strace",
                             {"-qq", "-o", "/dev/null", "-e", "trace=" + call, "-e",
                              QStringLiteral("inject=%1:error=%2:when=1").arg(call, error), probe,
                              QString::fromStdString(path.string()), "9000", "n"},
                             &output);
        QCOMPARE(code, 5);
        QVERIFY2(output.startsWith("error[TD5001]") && output.contains(text), output);
        QVERIFY(output.contains("where (" + QByteArray::fromStdString(path.string()) + ")"));
        QCOMPARE(read_file(path, ErrorId::data_unreadable), std::string("old"));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList{"x"});
    }
};

QTEST_GUILESS_MAIN(WriteFaultsTest)
#include "write_faults_test.moc"
