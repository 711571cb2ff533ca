// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/yaml/load.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace tunedesk;

// Texts made to exhaust memory, time or stack (FAULTS 34): each is refused with its place, within 1 s and
// 64 MB more than the program had. Each runs in a child process, whose peak memory is its own.

namespace {

std::string repeated(const std::string& text, std::size_t times) {
    std::string result;
    result.reserve(text.size() * times);
    for (std::size_t i = 0; i < times; ++i)
        result += text;
    return result;
}

std::string laughs() {
    std::string text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n";
    for (int i = 1; i < 30; ++i) {
        const std::string before = "*a" + std::to_string(i - 1);
        text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + repeated(before + ", ", 8) +
                before + "]\n";
    }
    return text;
}

struct Outcome {
    std::string message;
    long peak_growth_kib = 0, cpu_milliseconds = 0;
    bool clean = false;
};

Outcome in_child(const std::string& text) {
    int pipe_ends[2];
    if (pipe(pipe_ends) != 0) return {};
    const pid_t child = fork();
    if (child == 0) {
        struct rusage before {
        }, after{};
        getrusage(RUSAGE_SELF, &before);
        std::string message = "accepted";
        try {
            preset::parse(text, "p.yaml", "/");
        } catch (const preset::PresetError& error) {
            message = error.message();
        }
        getrusage(RUSAGE_SELF, &after);
        const auto spent = [](const timeval& from, const timeval& to) {
            return (to.tv_sec - from.tv_sec) * 1000 + (to.tv_usec - from.tv_usec) / 1000;
        };
        message =
            std::to_string(after.ru_maxrss - before.ru_maxrss) + " " +
            std::to_string(spent(before.ru_utime, after.ru_utime) + spent(before.ru_stime, after.ru_stime)) +
            "\n" + message;
        const bool sent = write_all(pipe_ends[1], message);
        _exit(sent ? 0 : 1);
    }
    close(pipe_ends[1]);
    std::string received;
    char buffer[4096];
    for (ssize_t n; (n = read(pipe_ends[0], buffer, sizeof buffer)) > 0;)
        received.append(buffer, static_cast<std::size_t>(n));
    close(pipe_ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    const auto space = received.find(' '), line = received.find('\n');
    if (line == std::string::npos || space > line) return {"the child died", 0, 0, false};
    return {received.substr(line + 1), std::stol(received), std::stol(received.substr(space)), status == 0};
}

} // namespace

class LimitsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void refuses_within_bounds_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("what");
        const auto row = [](const char* name, const std::string& text, const char* what) {
            QTest::newRow(name) << QByteArray::fromStdString(text) << what;
        };
        constexpr std::size_t mib = 1u << 20;
        row("alias bomb", laughs(), "p.yaml:4:");
        row("long alias bomb", "a: &a " + std::string(500000, 'x') + "\nb: [" + repeated("*a,", 9000) + "*a]",
            "p.yaml:2:");
        row("cycle", "a: &a [*a]", "cycle");
        row("cycle through a map", "a: &a {b: {c: *a}}", "cycle");
        row("deep flow", repeated("[", mib - 10), "p.yaml:1:4097: more than 4096 brackets");
        row("deep flow maps", repeated("{a: ", mib / 5), "brackets");
        row("flow of 4000", repeated("[", 4000), "nested deeper than 32 levels");
        row("flow of 4000 closed", "a: " + repeated("[", 2000) + repeated("]", 2000), "deeper than 32");
        row("deep block sequence", repeated("- ", mib / 2 - 10), "deeper than 32");
        row("deep block map", repeated("? ", mib / 2 - 10), "p.yaml:1:");
        std::string steps;
        for (int i = 0; i < 1000; ++i)
            steps += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
        row("deep by indentation", steps, "p.yaml:33:33: nested deeper");
        row("many values", "a: [" + repeated("1,", mib / 2 - 10) + "1]", "more than 65536 commas");
        row("many keys", repeated("a: 1\n", mib / 5 - 10), "p.yaml:");
        row("many duplicates", repeated("a: 1\n", 4000), "and ");
        std::string unknown = "training:\n";
        for (int i = 0; i < 4900; ++i)
            unknown += "  " + std::string(120, 'k') + std::to_string(i) + ": 1\n";
        row("many unknown keys", unknown, "and ");
        std::string unknown_sections;
        for (int i = 0; i < 4900; ++i)
            unknown_sections += std::string(120, 'k') + std::to_string(i) + ": 1\n";
        row("many unknown sections", unknown_sections, "and ");
        row("many anchors", repeated("- &a x\n", mib / 7 - 10), "p.yaml:");
        row("many documents", repeated("---\n", mib / 4 - 10), "second document");
        row("many tags", repeated("- !a x\n", mib / 7 - 10), "tags");
        row("many directives", repeated("%TAG !a! b\n", mib / 11 - 10), "p.yaml:");
        row("one long word", "name: " + std::string(mib - 10, 'x'), "p.yaml:1:7: name: ");
        row("one long quoted word", "name: \"" + std::string(mib - 10, 'x') + "\"", "p.yaml:1:7: name: ");
        row("an open quote", "name: \"" + repeated("x\n", mib / 2 - 10), "never closed");
        row("many quotes", "a: [" + repeated("'a', ", 9000) + "]", "p.yaml:");
        row("spaces", "name:" + std::string(mib - 10, ' '), "p.yaml:");
        row("lines", std::string(mib - 10, '\n') + "x", "p.yaml:");
        row("folded lines", "name: >\n" + repeated(" x\n\n", mib / 4 - 10), "p.yaml:1:7");
        row("colons", repeated(":", mib - 10), "p.yaml:");
        row("question marks", repeated("?\n", mib / 2 - 10), "p.yaml:");
        row("comments", repeated("#\n", mib / 2 - 10), "model.path");
        row("too long", std::string(mib + 1, '#'), "the limit is 1 MiB");
        row("long sections", "training: {" + repeated("optim: adam, ", 9) + "}", "p.yaml:1:25: optim");
    }

    // FAULTS 34
    void refuses_within_bounds() {
        QFETCH(QByteArray, text);
        QFETCH(QString, what);
        const Outcome outcome = in_child(text.toStdString());
        // Processor time of the child, since other programs may share the machine.
        const long elapsed = outcome.cpu_milliseconds;
        const std::string shown = outcome.message.substr(0, 300);
        QVERIFY2(outcome.clean, shown.c_str());
        QVERIFY2(outcome.message.find(what.toStdString()) != std::string::npos, shown.c_str());
#if defined(__SANITIZE_ADDRESS__)
        QVERIFY2(elapsed < 20000, qPrintable(QString::number(elapsed)));
#else
        QVERIFY2(elapsed < 1000, qPrintable(QString::number(elapsed)));
        QVERIFY2(outcome.peak_growth_kib < 64 * 1024, qPrintable(QString::number(outcome.peak_growth_kib)));
#endif
        qInfo("%ld ms, %ld KiB: %s", elapsed, outcome.peak_growth_kib, shown.substr(0, 90).c_str());
    }

    void does_not_wait_for_a_fifo() {
        QTemporaryDir folder;
        const fs::path fifo = fs::path(folder.path().toStdString()) / "fifo.yaml";
        QCOMPARE(mkfifo(fifo.c_str(), 0600), 0);
        QVERIFY_EXCEPTION_THROWN(preset::load(fifo), preset::PresetError);
    }
};

QTEST_APPLESS_MAIN(LimitsTest)
#include "limits_test.moc"
