// SPDX-License-Identifier: GPL-3.0-or-later
// data.extra_validation and evaluation.samples: what evaluations show beside validation changes no training.

#include "base/error.h"
#include "event/evaluation.h"
#include "event/prediction_sample.h"
#include "worker/worker_bench.h"

#include <QTest>
#include <csignal>
#include <fmt/format.h>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

std::string bytes_of(const fs::path& file) {
    return read_file(file, ErrorId::file_unreadable);
}

std::string header_of(const event::RunFolder& run) {
    const std::string text = bytes_of(run.metrics());
    return text.substr(0, text.find('\n'));
}

std::vector<event::Event> evaluations(const event::RunFolder& run, const std::string& split) {
    std::vector<event::Event> found;
    for (event::Event& event : events_of(run, event::Type::Eval))
        if (event.fields.at("split") == split) found.push_back(std::move(event));
    return found;
}

} // namespace

class ExtraValidationTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;
    Settings settings_; ///< with two sets and four samples

    event::RunFolder finish(const std::string& name, const Settings& settings, int ranks = 1) {
        const event::RunFolder run = bench_.folder(name);
        for (const Ended& ended : bench_.call_ranks(ranks, run, bench_.preset(settings)))
            if (ended.code != 0) qWarning("%s", (ended.out + ended.err).c_str());
        return run;
    }

private Q_SLOTS:
    void initTestCase() {
        bench_.write_rows(bench_.root() / "other.csv", 40, 77);
        fs::create_directories(bench_.root() / "old");
        bench_.write_rows(bench_.root() / "old" / "test.csv", 12, 78);
        settings_ = {{"data.extra_validation", fmt::format("[{}, {}]", (bench_.root() / "other.csv").string(),
                                                           (bench_.root() / "old" / "test.csv").string())},
                     {"evaluation.samples", "4"}};
    }

    void they_change_no_weight_data() {
        QTest::addColumn<int>("ranks");
        QTest::addRow("alone") << 1;
        QTest::addRow("two ranks") << 2;
    }
    void they_change_no_weight() {
        QFETCH(int, ranks);
        const Settings of_ranks{{"parallel.processes", std::to_string(ranks)},
                                {"parallel.strategy", ranks > 1 ? "ddp" : "single"}};
        Settings more = settings_;
        more.insert(of_ranks.begin(), of_ranks.end());
        const event::RunFolder plain = finish(fmt::format("plain-{}", ranks), of_ranks, ranks);
        const event::RunFolder run = finish(fmt::format("sets-{}", ranks), more, ranks);
        for (const char* folder : {"final", "best"})
            QVERIFY(bytes_of(plain.root / folder / "model.safetensors") ==
                    bytes_of(run.root / folder / "model.safetensors"));
        const auto before = evaluations(plain, "val"), with = evaluations(run, "val");
        QVERIFY(!with.empty());
        QCOMPARE(with.size(), before.size());
        for (std::size_t i = 0; i < with.size(); ++i) {
            QVERIFY(event::metrics_of(with[i]) == event::metrics_of(before[i]));
            QCOMPARE(with[i].fields.at("best").get<bool>(), before[i].fields.at("best").get<bool>());
        }
        QCOMPARE(header_of(run),
                 header_of(plain) +
                     ",other_loss,other_acc,other_f1,extra_test_loss,extra_test_acc,extra_test_f1");
    }

    // The report has the figures of the tested model, which are those of its evaluation.
    void the_report_has_each_set() {
        const event::RunFolder run = bench_.folder("sets-1");
        const Json report = parse_json(bytes_of(run.report_json()), "report.json", ErrorId::file_unreadable);
        const Json& sets = report.at("extra_validation");
        QCOMPARE(sets.size(), 2u);
        QVERIFY(bytes_of(run.environment()).find("extra_validation other") != std::string::npos);
        for (std::size_t i = 0; i < 2; ++i) {
            const std::string name = i == 0 ? "other" : "extra_test";
            QVERIFY(sets[i].at("name") == name);
            const auto of_set = evaluations(run, name);
            QCOMPARE(of_set.size(), evaluations(run, "val").size());
            int found = 0;
            for (const event::Event& one : of_set) {
                QVERIFY(one.fields.at("best") == false);
                if (one.fields.at("step") != report.at("best_step")) continue;
                ++found;
                QVERIFY(one.fields.at("loss") == sets[i].at("metrics").at("loss"));
                QVERIFY(one.fields.at("accuracy") == sets[i].at("metrics").at("accuracy"));
            }
            QCOMPARE(found, 1);
        }
    }

    void the_same_rows_are_shown_at_each_evaluation() {
        const event::RunFolder run = bench_.folder("sets-1");
        const auto shown = evaluations(run, "val");
        QVERIFY(shown.size() > 1);
        const auto first = event::predictions_of(shown.front());
        QCOMPARE(first.size(), 4u);
        for (const event::Event& one : shown) {
            const auto samples = event::predictions_of(one);
            QCOMPARE(samples.size(), first.size());
            QVERIFY(event::samples_of(one).empty()); // those of a language model are others
            for (std::size_t i = 0; i < samples.size(); ++i) {
                QCOMPARE(samples[i].text, first[i].text);
                QCOMPARE(samples[i].label, first[i].label);
                QVERIFY(samples[i].predicted.starts_with("class"));
                QVERIFY(samples[i].probability >= 1 / 3.0 - 1e-6 && samples[i].probability <= 1);
            }
        }
        QVERIFY(first[0].text != first[1].text);
        for (const event::Event& one : evaluations(run, "other"))
            QVERIFY(!one.fields.contains("samples"));
    }

    void killed_and_resumed_it_is_the_same_run() {
        const fs::path preset = bench_.preset(settings_);
        const event::RunFolder whole = bench_.folder("whole"), run = bench_.folder("killed");
        QCOMPARE(bench_.call(whole, preset).code, 0);
        const Ended killed = bench_.call(run, preset, {{"TUNEDESK_FAULT", "optimizer:15:kill"}});
        QCOMPARE(killed.code, 128 + SIGKILL);
        QCOMPARE(bench_.call(run, preset).code, 0);
        QCOMPARE(difference(traces(whole), traces(run)), std::string());
    }

    // The encoder runs once over the rows of each set.
    void features_are_made_of_each_set() {
        Settings settings = settings_;
        settings["model.train"] = "features";
        const event::RunFolder run = finish("features", settings);
        QCOMPARE(steps_of(run), std::int64_t{24});
        QVERIFY(!evaluations(run, "other").empty());
    }

    void check_refuses_what_cannot_be_evaluated() {
        const fs::path unseen = bench_.root() / "unseen.csv";
        bench_.write_rows(unseen, 12, 5, 4);
        const auto checked = [&](const std::string& files, const Settings& more = {}) {
            Settings settings = more;
            settings["data.extra_validation"] = files;
            const auto process =
                bench_.start_tunedesk({"check", QString::fromStdString(bench_.preset(settings).string())});
            return WorkerBench::wait(*process);
        };
        const Ended with_label = checked('[' + unseen.string() + ']');
        QVERIFY(with_label.code != 0);
        QVERIFY2((with_label.out + with_label.err).find("unseen.csv") != std::string::npos,
                 with_label.err.c_str());
        const Ended missing = checked('[' + (bench_.root() / "none.csv").string() + ']');
        QVERIFY(missing.code != 0);
        QVERIFY((missing.out + missing.err).find("none.csv") != std::string::npos);
        const Ended twice = checked('[' + (bench_.root() / "other.csv").string() + ", " +
                                    (bench_.root() / "old" / "other.jsonl").string() + ']');
        QVERIFY(twice.code != 0);
        QVERIFY2((twice.out + twice.err).find("\"other\" is listed twice") != std::string::npos,
                 (twice.out + twice.err).c_str());
        const Ended right = checked('[' + (bench_.root() / "other.csv").string() + ']');
        QVERIFY2(right.code == 0, (right.out + right.err).c_str());
        QVERIFY(right.out.find("40 in further validation sets") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(ExtraValidationTest)
#include "extra_validation_test.moc"
