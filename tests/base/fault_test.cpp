// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <csignal>
#include <sys/wait.h>

namespace {

/// What the probe printed at each site, and how it ended.
struct Passages {
    QByteArrayList actions;
    int signal = 0;
};

Passages pass(const char* faults, const char* rank, const QStringList& sites) {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.remove("RANK");
    environment.insert("TUNEDESK_FAULT", faults);
    if (rank) environment.insert("RANK", rank);
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(TUNEDESK_BIN_DIR "/fault_probe"), sites);
    if (!process.waitForFinished(20'000)) qFatal("the probe did not end");
    Passages passages;
    passages.actions = process.readAllStandardOutput().trimmed().split('\n');
    if (process.exitStatus() == QProcess::CrashExit) passages.signal = process.exitCode();
    return passages;
}

} // namespace

class FaultTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void counts_passages() {
        const QStringList sites{"forward", "forward", "backward", "forward"};
        QCOMPARE(pass("forward:2:nan", nullptr, sites).actions, (QByteArrayList{"-", "nan", "-", "-"}));
        QCOMPARE(pass("forward:3:nan,backward:1:fail", nullptr, sites).actions,
                 (QByteArrayList{"-", "-", "fail", "nan"}));
    }

    void is_one_ranks_affair() {
        QCOMPARE(pass("loss@1:1:nan", "1", {"loss"}).actions, QByteArrayList{"nan"});
        QCOMPARE(pass("loss@1:1:nan", "0", {"loss"}).actions, QByteArrayList{"-"});
        QCOMPARE(pass("loss@0:1:nan", nullptr, {"loss"}).actions, QByteArrayList{"nan"});
        QCOMPARE(pass("loss:1:nan", "3", {"loss"}).actions, QByteArrayList{"nan"});
    }

    void kills() {
        const Passages passages = pass("optimizer:2:kill", nullptr, {"optimizer", "optimizer", "optimizer"});
        QCOMPARE(passages.actions, QByteArrayList{"-"});
        QCOMPARE(passages.signal, SIGKILL);
    }

    void ignores_what_it_does_not_know() {
        QCOMPARE(pass("nonsense,a:b,:::,loss:x:nan", nullptr, {"loss"}).actions, QByteArrayList{"-"});
        QCOMPARE(pass("", nullptr, {"loss"}).actions, QByteArrayList{"-"});
    }
};

QTEST_GUILESS_MAIN(FaultTest)
#include "fault_test.moc"
