// Commands that only read forbid themselves to write, before they open what they were given.

#include "run/run_bench.h"
#include "texts.h"

#include <QTest>

using namespace tunedesk;
using namespace tunedesk::test;

class ConfinedCommandsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void a_reader_may_not_write_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("list") << QStringList{"list"};
        QTest::newRow("report") << QStringList{"report", "RUN"};
        QTest::newRow("compare") << QStringList{"compare", "RUN", "RUN"};
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
        const std::string traced = read_file(calls.toStdString(), 1);
        QVERIFY2(has(traced, "landlock_restrict_self("), traced.c_str());
    }
};

QTEST_GUILESS_MAIN(ConfinedCommandsTest)
#include "confined_commands_test.moc"
