// SPDX-License-Identifier: GPL-3.0-or-later
// Commands that only read forbid themselves to write, before they open what they were given.

#include "run/run_bench.h"
#include "texts.h"

#include <QTest>

using namespace tunedesk;
using namespace tunedesk::test;

#define BUNDLE TUNEDESK_SOURCE_DIR "/tests/golden/v1/shared.tunedesk"

class ConfinedCommandsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_reader_may_not_write_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("list") << QStringList{"list"};
        QTest::newRow("report") << QStringList{"report", "RUN"};
        QTest::newRow("report into a page") << QStringList{"report", "RUN", "--html", "RUN.html"};
        QTest::newRow("compare") << QStringList{"compare", "RUN", "RUN"};
        QTest::newRow("compare into a folder")
            << QStringList{"compare", "RUN", "RUN", "--out", "RUN-compared"};
        QTest::newRow("attach") << QStringList{"attach", "RUN"};
        QTest::newRow("attach for a window") << QStringList{"attach", "RUN", "--json", "--follow"};
        QTest::newRow("check") << QStringList{"check", "RUN.yaml"};
        QTest::newRow("preset show") << QStringList{"preset", "show", "RUN.yaml"};
        QTest::newRow("preset import") << QStringList{"preset", "import", BUNDLE};
        QTest::newRow("preset import into a folder")
            << QStringList{"preset", "import", BUNDLE, "--out", "RUN-imported"};
        QTest::newRow("inspect of a bundle") << QStringList{"inspect", "--bundle", BUNDLE};
        QTest::newRow("inspect of a bundle into a folder")
            << QStringList{"inspect", "--bundle", BUNDLE, "--into", "RUN-imported"};
        QTest::newRow("predict") << QStringList{"predict", "RUN", "--text", "good"};
        QTest::newRow("predict into a file")
            << QStringList{"predict", "RUN", "--file", "rows.csv", "--out", "RUN.csv"};
        QTest::newRow("export") << QStringList{"export", "RUN", "RUN-exported"};
        QTest::newRow("tokenize") << QStringList{"tokenize", "RUN", "--file", "rows.csv"};
    }
    /// The kernel is asked for it, whatever the command then finds.
    void a_reader_may_not_write() {
        QFETCH(QStringList, arguments);
        const RunBench bench;
        const QString calls = to_qt(bench.root() / "calls");
        for (QString& argument : arguments)
            argument.replace("RUN", to_qt(bench.root() / "run"));
        const auto process =
            bench.start_program("strace", QStringList{"-f", "-o", calls, "-e", "trace=landlock_restrict_self",
                                                      TUNEDESK_BIN_DIR "/tunedesk", "--no-gui"} +
                                              arguments);
        RunBench::wait(*process);
        const std::string traced = read_file(calls.toStdString(), ErrorId::file_unreadable);
        QVERIFY2(has(traced, "landlock_restrict_self("), traced.c_str());
    }
};

QTEST_GUILESS_MAIN(ConfinedCommandsTest)
#include "confined_commands_test.moc"
