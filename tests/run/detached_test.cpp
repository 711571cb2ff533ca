// SPDX-License-Identifier: GPL-3.0-or-later
// Detached runs that are stopped and resumed again and again: no file of theirs holds a byte that is not its
// own (FAULTS 52).

#include "event/event.h"
#include "event/journal/metrics.h"
#include "run/run_bench.h"
#include "texts.h"

#include <QTest>
#include <algorithm>
#include <fstream>

using namespace tunedesk;
using namespace tunedesk::test;

class TestDetached : public QObject {
    Q_OBJECT

    static std::vector<std::string> lines_of(const fs::path& path) {
        std::ifstream file(path);
        std::vector<std::string> lines;
        for (std::string line; std::getline(file, line);)
            lines.push_back(line);
        return lines;
    }

    static bool is_end_record(const std::string& line) {
        return has(line, "\"code\"") && has(line, "\"line\"") && !has(line, "\"type\"");
    }

private Q_SLOTS:
    void everyByteIsItsFilesOwn() {
        RunBench bench;
        const QString root = QString::fromStdString(bench.folder().root.string());
        bench.set("TUNEDESK_FAKE_STEPS", "5000");
        bench.set("TUNEDESK_FAKE", "resumes"); // metrics.csv is then opened again in the middle of the run
        QCOMPARE(bench.call(bench.run_arguments(1, {"--detach"})).code, 0);
        for (int round = 0; round < 4; ++round) {
            QVERIFY(RunBench::journal_has(bench.folder(), "\"Step\""));
            QCOMPARE(bench.call({"stop", root}).code, 0);
            QVERIFY(RunBench::all_gone(bench.folder(), 20));
            QTRY_VERIFY_WITH_TIMEOUT(fs::exists(bench.folder().exit()), 20'000);
            if (round == 3) bench.set("TUNEDESK_FAKE_STEPS", "10");
            const Ended resumed = bench.call({"resume", root, "--detach"});
            QVERIFY2(resumed.code == 0, resumed.err.c_str());
        }
        QTRY_VERIFY_WITH_TIMEOUT(fs::exists(bench.folder().exit()), 60'000);
        QVERIFY(RunBench::all_gone(bench.folder(), 20));

        for (const std::string& line : lines_of(bench.folder().journal()))
            event::parse_event(line); // throws where it is no event
        const std::vector<std::string> rows = lines_of(bench.folder().metrics());
        QVERIFY(rows.size() > 10);
        const auto commas = [](const std::string& row) { return std::count(row.begin(), row.end(), ','); };
        for (const std::string& row : rows) {
            QCOMPARE(commas(row), commas(rows.front()));
            QVERIFY2(row.find_first_of("{}\"") == std::string::npos, row.c_str());
        }
        int files = 0;
        for (const auto& entry : fs::recursive_directory_iterator(bench.folder().root)) {
            if (!entry.is_regular_file() || entry.path() == bench.folder().exit()) continue;
            ++files;
            for (const std::string& line : lines_of(entry.path()))
                QVERIFY2(!is_end_record(line), (entry.path().string() + ": " + line).c_str());
        }
        QVERIFY(files > 5);
    }
};

QTEST_GUILESS_MAIN(TestDetached)
#include "detached_test.moc"
