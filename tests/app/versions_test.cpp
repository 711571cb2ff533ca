// SPDX-License-Identifier: GPL-3.0-or-later
// `tunedesk --version`: the versions of all parts, and of parts that are missing or silent.

#include "base/files/file.h"
#include "event/environment_file.h"

#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace tunedesk;

class VersionsTest : public QObject {
    Q_OBJECT

    /// The lines that `tunedesk --version` prints, with this program as its worker.
    static QStringList lines(const QString& worker) {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("TUNEDESK_WORKER", worker);
        process.setProcessEnvironment(environment);
        process.start(TUNEDESK_BIN_DIR "/tunedesk", {"--version"});
        if (!process.waitForFinished(60000) || process.exitCode() != 0) return {};
        return QString::fromUtf8(process.readAllStandardOutput()).split('\n', Qt::SkipEmptyParts);
    }

    /// A shell script in place of the worker.
    QString script(const QString& text) const {
        const QString path = folder_.filePath("worker");
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly)) return {};
        file.write(("#!/bin/sh\n" + text + "\n").toUtf8());
        file.close();
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        return path;
    }

    static QString commit() { return QString::fromStdString("commit " + event::project_commit()); }

    QTemporaryDir folder_;

private Q_SLOTS:
    /// Servers are asked for their first line: core/remote/server.cpp.
    void the_program_and_its_libraries_come_first() {
        const QStringList all = lines("/nonexistent");
        QVERIFY(all.size() > 5);
        QCOMPARE(all.at(0), QString::fromStdString("tunedesk " + event::project_version()));
        QCOMPARE(all.at(1), commit());
        QCOMPARE(all.at(2), QString::fromStdString("compiler " + event::project_compiler()));
        QCOMPARE(all.at(3), QString("Qt ") + qVersion());
        for (const char* name : {"yaml-cpp", "fmt", "nlohmann-json", "CLI11", "libarchive", "libjpeg",
                                 "libspng", "PCRE2", "utf8proc", "xxHash", "zlib", "zstd"}) {
            const QStringList found = all.filter(QRegularExpression(QString("^%1 \\d+\\.\\d+").arg(name)));
            QVERIFY2(found.size() == 1, name);
        }
        QVERIFY(all.contains("tunedesk-worker: not installed"));
    }

    void the_worker_says_its_own() {
        const QString first = QString::fromStdString("tunedesk-worker " + event::project_version());
        const QString same = script("echo " + first + "; echo " + commit() + "; echo LibTorch 9.8.7");
        const QStringList all = lines(same);
        QVERIFY(all.indexOf(first) > 3);
        QCOMPARE(all.at(all.indexOf(first) + 1), QString("LibTorch 9.8.7"));
        QCOMPARE(all.count(commit()), 1);
    }

    void a_worker_of_another_commit_shows_it() {
        const QStringList all = lines(script("echo tunedesk-worker 0.0.9; echo commit abc; echo LibTorch 1"));
        QVERIFY(all.contains("tunedesk-worker 0.0.9"));
        QVERIFY(all.contains("commit abc"));
    }

    void a_worker_without_an_answer_is_named_data() {
        QTest::addColumn<QString>("text");
        QTest::newRow("fails") << "echo tunedesk-worker 1; exit 3";
        QTest::newRow("is another program") << "echo hello";
        QTest::newRow("ends by a signal") << "kill -9 $$";
        QTest::newRow("hangs") << "exec sleep 1000";
    }
    void a_worker_without_an_answer_is_named() {
        QFETCH(QString, text);
        QVERIFY(lines(script(text)).contains("tunedesk-worker: no answer to --version"));
    }

    void the_real_worker_names_its_libtorch() {
        const QString worker = TUNEDESK_BIN_DIR "/tunedesk-worker";
        if (!QFile::exists(worker)) QSKIP("built without LibTorch");
        const QStringList all = lines(worker);
        QCOMPARE(all.filter(QRegularExpression("^LibTorch \\d+\\.\\d+\\.\\d+$")).size(), 1);
        QVERIFY(all.contains(QString::fromStdString("tunedesk-worker " + event::project_version())));
    }

    void the_real_window_names_its_plots() {
        if (!QFile::exists(TUNEDESK_BIN_DIR "/tunedesk-gui")) QSKIP("built without the window");
        const QStringList all = lines("/nonexistent");
        QCOMPARE(all.filter(QRegularExpression("^QCustomPlot \\d+\\.\\d+\\.\\d+$")).size(), 1);
        QVERIFY(all.contains(QString::fromStdString("tunedesk-gui " + event::project_version())));
    }
};

QTEST_GUILESS_MAIN(VersionsTest)
#include "versions_test.moc"
