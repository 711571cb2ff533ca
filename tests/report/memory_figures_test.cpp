// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/compare.h"
#include "report/memory_figures.h"

#include <QTest>

using namespace tunedesk;
using namespace tunedesk::report;

class MemoryFiguresTest : public QObject {
    Q_OBJECT

    static constexpr std::uint64_t mib = 1u << 20;

    static MemoryFigures example() {
        MemoryFigures figures;
        figures.parts = {10 * mib, 9 * mib, 20 * mib, 40 * mib, 5 * mib};
        figures.phases[1] = {10 * mib, 0, 20 * mib, 40 * mib, 2 * mib};
        figures.phases[3] = {10 * mib, 9 * mib, 20 * mib, 0, 5 * mib};
        return figures;
    }

private Q_SLOTS:
    void reads_back_what_it_wrote() {
        const MemoryFigures read = parse_memory_figures(Json::parse(to_json(example()).dump()));
        QVERIFY(read.parts == example().parts && read.phases == example().phases);
        QCOMPARE(read.peak(), 72 * mib); // that of the forward pass
    }

    void tolerates_other_types() {
        for (const char* text :
             {"7", "{}", R"({"parts": [], "phases": 1})",
              R"({"parts": {"weights": -1, "other": 3}, "phases": {"step": {"weights": "x"}}})"})
            QCOMPARE(parse_memory_figures(Json::parse(text)).peak(), std::uint64_t{0});
    }

    void a_column_a_phase() {
        QCOMPARE(QString::fromStdString(memory_table(example()).to_text()),
                 QString("memory         peak  forward    step\n"
                         "weights      10 MiB   10 MiB  10 MiB\n"
                         "gradients     9 MiB        -   9 MiB\n"
                         "optimizer    20 MiB   20 MiB  20 MiB\n"
                         "activations  40 MiB   40 MiB       -\n"
                         "workspace     5 MiB    2 MiB   5 MiB\n"
                         "together     72 MiB   72 MiB  44 MiB\n"));
    }

    void runs_that_were_measured_stand_in_comparisons() {
        ComparedRun measured, other;
        measured.summary.folder = "/r/one";
        measured.summary.report.emplace();
        measured.summary.report->peak_rss_bytes = 300 * mib;
        measured.summary.report->memory = example();
        other.summary.folder = "/r/two";
        const Comparison comparison = compare(std::vector<ComparedRun>{measured, other});
        QCOMPARE(comparison.memory.rows.size(), std::size_t{1});
        QCOMPARE(comparison.memory.rows[0],
                 (std::vector<std::string>{"one", "10 MiB", "9 MiB", "20 MiB", "40 MiB", "5 MiB", "72 MiB",
                                           "228 MiB"}));
        QVERIFY(to_text(comparison).find("activations") != std::string::npos);
        QVERIFY(to_markdown(comparison).find("| one | 10 MiB |") != std::string::npos);
        QVERIFY(to_csv(comparison).find("activations_bytes") != std::string::npos);
        QVERIFY(compare(std::vector<ComparedRun>{other}).memory.rows.empty());
    }
};

QTEST_GUILESS_MAIN(MemoryFiguresTest)
#include "memory_figures_test.moc"
