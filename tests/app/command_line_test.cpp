// SPDX-License-Identifier: GPL-3.0-or-later
// The command line itself: help, errors, completion, what the programs link, and the view on terminals.

#include "app/terminal.h"
#include "run/run_bench.h"
#include "texts.h"

#include <QRegularExpression>
#include <QTest>
#include <csignal>
#include <cstdlib>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

/// The widest row drawn, in characters, without the codes that move the cursor.
int widest(const std::string& seen) {
    QString text = QString::fromStdString(seen);
    text.remove(QRegularExpression("\x1b\\[[0-9;]*[A-Za-z]"));
    qsizetype width = 0;
    for (const QString& row : text.split(QRegularExpression("[\r\n]")))
        if (row.contains("it/s") || row.contains("s/it")) width = std::max(width, row.size());
    return static_cast<int>(width);
}

} // namespace

class TestCommandLine : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void mistakes_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("says");
        QTest::newRow("no command") << QStringList{} << "TD2003|--help";
        QTest::newRow("mistyped") << QStringList{"resme"} << "TD2077|tunedesk resume --help";
        QTest::newRow("missing argument") << QStringList{"stop"} << "TD2000|RUN|tunedesk stop --help";
        QTest::newRow("no run there") << QStringList{"attach", "/tmp"} << "TD2012|/tmp";
        const auto limit = [](const char* name, const char* option, const char* value, const char* says) {
            QTest::newRow(name) << QStringList{"batch-size", "p.yaml", option, value} << says;
        };
        limit("no room", "--limit", "0", "--limit: \"0\" is not a number above 0, at most 1000000000");
        limit("room that is no number", "--limit", "nan", "\"nan\" is not a number above 0");
        limit("too much room", "--limit", "1e300", "\"1e300\" is not a number above 0");
        limit("no samples", "--at-most", "0", "--at-most: \"0\" is not a number above 0");
        QTest::newRow("no devices") << QStringList{"layout", "p.yaml", "--devices", "0"}
                                    << "--devices: \"0\" is not a number above 0, at most 4096";
        QTest::newRow("no rate") << QStringList{"lr-range", "p.yaml", "--from", "nan"}
                                 << "--from: \"nan\" is not a number above 0, at most 1000";
        QTest::newRow("too large a rate")
            << QStringList{"lr-range", "p.yaml", "--to", "1e300"} << "--to: \"1e300\" is not";
        QTest::newRow("no temperature") << QStringList{"predict", "m", "--text", "a", "--temperature", "nan"}
                                        << "TD2000|--temperature: not a finite number";
        const auto generation = [](const char* name, const char* option, const char* value,
                                   const char* says) {
            QTest::newRow(name) << QStringList{"predict", "m", "--text", "a", option, value} << says;
        };
        generation("no tokens", "--max-new-tokens", "0",
                   "TD2000|--max-new-tokens: not a whole number from 1");
        generation("more than all", "--top-p", "2", "TD2000|--top-p: not a number above 0, at most 1");
        generation("a negative number of tokens", "--top-k", "-1",
                   "TD2000|--top-k: not a whole number from 0");
        generation("a cold text", "--temperature", "-1", "TD2000|--temperature: not a number from 0 to 100");
        generation("no penalty", "--repetition-penalty", "0", "TD2000|--repetition-penalty: not a number");
        generation("an end of nothing", "--stop", "", "TD2000|--stop: not a text");
        generation("a negative seed", "--seed", "-1", "TD2000|--seed: \"-1\" is not a whole number from 0");
        QTest::newRow("unknown shell") << QStringList{"completion", "tcsh"} << "TD2000|tcsh";
    }

    void mistakes() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, says);
        const Ended ended = RunBench().call(arguments);
        QVERIFY2(ended.code == 2 && ended.err.rfind("error[TD", 0) == 0, ended.err.c_str());
        for (const QString& part : says.split('|'))
            QVERIFY2(has(ended.err, part.toStdString()), ended.err.c_str());
    }

    // QProcess passes no such bytes.
    void aTextMustBeUtf8() {
        QProcess process;
        process.start("/bin/sh",
                      {"-c", TUNEDESK_BIN_DIR "/tunedesk --no-gui predict m --text \"$(printf 'a\\377')\""});
        QVERIFY(process.waitForFinished(30'000));
        const QByteArray said = process.readAllStandardError();
        QCOMPARE(process.exitCode(), 2);
        QVERIFY2(said.startsWith("error[TD2000]: --text: the text is not valid UTF-8"), said.constData());
    }

    void aFullDiskIsSaid() {
        for (const char* command : {"preset keys", "recipe list", "completion bash"}) {
            RunBench bench;
            const auto process = bench.start_program(
                "/bin/sh", {"-c", QString("exec %1/tunedesk %2 > /dev/full").arg(TUNEDESK_BIN_DIR, command)});
            const Ended ended = RunBench::wait(*process);
            QVERIFY2(ended.code == 5 && has(ended.err, "error[TD5026]"), ended.err.c_str());
        }
    }

    void windowIsMissed() {
        RunBench bench;
        bench.with_window();
        const auto process = bench.start_program(TUNEDESK_BIN_DIR "/tunedesk", {});
        const Ended ended = RunBench::wait(*process);
        QCOMPARE(ended.code, 2);
        QVERIFY2(has(ended.err, "error[TD2006]") && has(ended.err, "--no-gui"), ended.err.c_str());
    }

    void everyCommandHasHelp() {
        const RunBench bench;
        const std::string all = bench.call({"--help"}).out;
        for (const char* command : {"run", "resume", "attach", "stop", "pause", "continue", "checkpoint",
                                    "kill", "export", "completion"}) {
            QVERIFY2(has(all, command), command);
            const Ended ended = bench.call({command, "--help"});
            QVERIFY2(ended.code == 0 && has(ended.out, "Usage: tunedesk"), command);
        }
        QVERIFY(has(bench.call({"--version"}).out, "tunedesk "));
    }

    void bashCompletes() {
        const RunBench bench;
        const auto process = bench.start_program(
            "/bin/bash",
            {"-c", "source <(" TUNEDESK_BIN_DIR "/tunedesk completion bash); "
                   "COMP_WORDS=(tunedesk --no-gui r); COMP_CWORD=2; _tunedesk; echo ${COMPREPLY[@]}; "
                   "COMP_WORDS=(tunedesk run --de); COMP_CWORD=2; _tunedesk; echo ${COMPREPLY[@]}"});
        const std::string out = RunBench::wait(*process).out;
        QVERIFY2(has(out, "run") && has(out, "resume") && has(out, "--detach"), out.c_str());
        for (const char* shell : {"zsh", "fish"})
            QVERIFY(has(bench.call({"completion", shell}).out, "detach"));
    }

    void linksNoTorchAndNoWindow() {
        const std::string forbidden[] = {"libtorch",  "libc10", "libQt6Widgets",
                                         "libQt6Gui", "libX11", "libxcb"};
        const RunBench bench;
        const auto ldd = bench.start_program("ldd", {TUNEDESK_BIN_DIR "/tunedesk"});
        const std::string links = RunBench::wait(*ldd).out;
        QVERIFY(has(links, "libQt6Core"));
        for (const std::string& library : forbidden)
            QVERIFY2(!has(links, library), library.c_str());
    }

    void workerLinksNoQt() {
        if (!fs::exists(TUNEDESK_BIN_DIR "/tunedesk-worker"))
            QSKIP("tunedesk-worker is not part of this build");
        const RunBench bench;
        const auto ldd = bench.start_program("ldd", {TUNEDESK_BIN_DIR "/tunedesk-worker"});
        const std::string links = RunBench::wait(*ldd).out;
        QVERIFY(has(links, "libtorch"));
        QVERIFY(!has(links, "libQt"));
    }

    void barsOnATerminal() {
        RunBench bench;
        bench.set("TUNEDESK_FAKE_STEPS", "150");
        Terminal terminal(bench, 100, bench.run_arguments(2));
        const std::string wide = terminal.read_until("total:  2");
        QVERIFY2(has(wide, "rank 0:") && has(wide, "rank 1:") && has(wide, "loss=") && has(wide, "MiB"),
                 wide.c_str());
        QVERIFY2(widest(wide) > 80 && widest(wide) < 100, wide.c_str());
        terminal.resize(60);
        terminal.read_until("total:  4"); // a row or two may still be wide
        terminal.forget();
        const std::string narrow = terminal.read_until("next  ");
        QVERIFY2(widest(narrow) < 60, narrow.c_str());
        QVERIFY2(has(narrow, "accuracy 0.9000") && has(narrow, "report.txt"), narrow.c_str());
        QCOMPARE(RunBench::wait(terminal.process()).code, 0);
    }

    void ctrlCSaysWhatItDoes() {
        RunBench bench;
        bench.set("TUNEDESK_FAKE_STEPS", "5000");
        Terminal terminal(bench, 100, bench.run_arguments(1));
        terminal.read_until("it/s");
        ::kill(static_cast<pid_t>(terminal.process().processId()), SIGINT);
        const std::string seen = terminal.read_until("error[TD9001]");
        QVERIFY2(has(seen, "stopping: finishing the step and saving") && has(seen, "Ctrl-C again"),
                 seen.c_str());
        QCOMPARE(RunBench::wait(terminal.process()).code, 75);
    }

    // FAULTS 15
    void aClosedTerminalStopsNothing() {
        RunBench bench;
        bench.set("TUNEDESK_FAKE_STEPS", "100");
        Terminal terminal(bench, 100, bench.run_arguments(1));
        terminal.read_until("it/s");
        terminal.hang_up();
        ::kill(static_cast<pid_t>(terminal.process().processId()), SIGHUP);
        QCOMPARE(RunBench::wait(terminal.process()).code, 0);
        QVERIFY(RunBench::journal_has(bench.folder(), "SIGHUP", 1));
    }

    void plainLinesWithoutCursorCodes() {
        RunBench bench;
        const Ended piped = bench.call(bench.run_arguments(1));
        QCOMPARE(piped.code, 0);
        QVERIFY(has(piped.out, "step 20/20") && !has(piped.out, "\x1b"));
    }
};

QTEST_GUILESS_MAIN(TestCommandLine)
#include "command_line_test.moc"
