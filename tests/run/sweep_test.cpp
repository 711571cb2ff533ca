// SPDX-License-Identifier: GPL-3.0-or-later
// Sweeps: the grid, its presets and folders, and the command line with real processes up to the comparison.

#include "run/queue/sweep.h"

#include "run/registry/known_runs.h"
#include "run/run_bench.h"
#include "texts.h"

#include <QTest>
#include <fstream>
#include <set>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

constexpr const char* preset_text = "tunedesk: 1\nname: small\nmodel: {path: /models/small}\n"
                                    "data: {train: /data/train.csv}\n"
                                    "evaluation: {strategy: \"no\"}\ntraining: {seed: 7}\n";

std::vector<run::SweepRun> runs_of(const run::Sweep& sweep) {
    return run::sweep_runs(
        [](std::span<const std::string> sets) {
            return preset::parse_draft(preset_text, "small.yaml", "/", sets);
        },
        sweep);
}

std::string settings_of(const run::Sweep& sweep) {
    std::string text;
    for (const run::SweepRun& run : runs_of(sweep))
        text += (text.empty() ? "" : " | ") + run.setting;
    return text;
}

} // namespace

class SweepTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void values_are_split_at_commas_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("values");
        QTest::newRow("numbers") << "1e-5, 3e-5 ,5e-5"
                                 << "1e-5|3e-5|5e-5";
        QTest::newRow("one") << "adam"
                             << "adam";
        QTest::newRow("empty ones") << ",1,,2,"
                                    << "1|2";
        QTest::newRow("lists") << "[a, b],[c]"
                               << "[a, b]|[c]";
        QTest::newRow("nothing") << " "
                                 << "";
    }
    void values_are_split_at_commas() {
        QFETCH(QString, text);
        QString values;
        for (const std::string& value : run::sweep_values(text.toStdString()))
            values += (values.isEmpty() ? "" : "|") + QString::fromStdString(value);
        QTEST(values, "values");
    }

    void grid_and_seeds() {
        run::Sweep sweep;
        sweep.keys = {run::read_swept_key("learning_rate=1e-5,3e-5"),
                      run::read_swept_key("training.optim = adam, sgd")};
        QCOMPARE(sweep.keys[0].key, std::string("training.learning_rate"));
        QCOMPARE(sweep.run_count(), std::uint64_t(4));
        QCOMPARE(settings_of(sweep),
                 std::string("learning_rate=1e-5 optim=adam | learning_rate=1e-5 optim=sgd | "
                             "learning_rate=3e-5 optim=adam | learning_rate=3e-5 optim=sgd"));
        sweep.keys.pop_back();
        sweep.seeds = 2;
        QCOMPARE(settings_of(sweep), std::string("learning_rate=1e-5 seed=7 | learning_rate=1e-5 seed=8 | "
                                                 "learning_rate=3e-5 seed=7 | learning_rate=3e-5 seed=8"));
        const std::vector<run::SweepRun> runs = runs_of(sweep);
        QCOMPARE(runs[3].preset.training.seed, 8);
        QCOMPARE(runs[3].preset.training.learning_rate, 3e-5);
        QCOMPARE(runs_of({}).size(), std::size_t(1));
        QCOMPARE(runs_of({})[0].setting, std::string());
    }

    void settings_are_drawn() {
        run::Sweep sweep;
        sweep.keys = {run::read_swept_key("learning_rate=1e-6..1e-3"),
                      run::read_swept_key("per_device_train_batch_size=4..32"),
                      run::read_swept_key("optim=adam,adamw")};
        sweep.drawn = 200;
        QCOMPARE(sweep.run_count(), std::uint64_t(200));
        const std::vector<run::SweepRun> runs = runs_of(sweep);
        QCOMPARE(runs.size(), std::size_t(200));
        std::size_t small = 0, adam = 0;
        std::set<int> batches;
        for (const run::SweepRun& run : runs) {
            const Preset::Training& training = run.preset.training;
            QVERIFY(training.learning_rate >= 1e-6 && training.learning_rate <= 1e-3);
            small += training.learning_rate < 1e-5;
            adam += training.optim == Preset::Optim::adam;
            batches.insert(training.per_device_train_batch_size);
        }
        // A third of the range's logarithm, half of the optimizers: 200 draws, four deviations.
        QVERIFY2(small > 40 && small < 94, std::to_string(small).c_str());
        QVERIFY2(adam > 71 && adam < 129, std::to_string(adam).c_str());
        QVERIFY(*batches.begin() == 4 && *batches.rbegin() == 32 && batches.size() > 25);
        QCOMPARE(settings_of(sweep), settings_of(sweep)); // the same each time
        // No more than there are, none twice.
        sweep.keys = {run::read_swept_key("optim=adam,adamw,sgd")};
        QCOMPARE(runs_of(sweep).size(), std::size_t(3));
        sweep.keys = {run::read_swept_key("learning_rate=1e-3..1e-6")};
        QVERIFY_THROWS_EXCEPTION(preset::PresetError, runs_of(sweep));
    }

    void mistakes_are_told_data() {
        QTest::addColumn<QStringList>("keys");
        QTest::addColumn<int>("seeds");
        QTest::addColumn<QString>("says");
        QTest::newRow("no such key") << QStringList{"learning_rat=1"} << 1
                                     << "did you mean training.learning_rate";
        QTest::newRow("no values") << QStringList{"learning_rate="} << 1 << "has no values";
        QTest::newRow("no equals sign") << QStringList{"learning_rate"} << 1 << "has no key and values";
        QTest::newRow("wrong value") << QStringList{"learning_rate=1e-5,fast"} << 1 << "fast";
        QTest::newRow("the same twice")
            << QStringList{"learning_rate=1e-5,0.00001"} << 1 << "would be the same";
        QTest::newRow("key twice") << QStringList{"optim=adam,sgd", "training.optim=adamw"} << 1
                                   << "swept twice";
        QTest::newRow("seeds twice") << QStringList{"seed=1,2"} << 2 << "seeds are given twice";
        QTest::newRow("too many") << QStringList{"learning_rate=1e-5,2e-5"} << 1000 << "2,000 runs";
    }
    void mistakes_are_told() {
        QFETCH(QStringList, keys);
        QFETCH(int, seeds);
        QFETCH(QString, says);
        std::string told;
        try {
            run::Sweep sweep;
            sweep.seeds = seeds;
            for (const QString& key : keys)
                sweep.keys.push_back(run::read_swept_key(key.toStdString()));
            runs_of(sweep);
        } catch (const Error& error) {
            told = error.line();
        }
        QVERIFY2(has(told, says.toStdString()), told.c_str());
    }

    void folders_have_the_settings_names() {
        run::Sweep sweep;
        sweep.keys = {run::read_swept_key("model.path=/a/x,/b/x"), run::read_swept_key("learning_rate=1e-5")};
        const auto placed = run::place_runs(runs_of(sweep), "/runs/mine", "/nowhere");
        QCOMPARE(placed[0].folder.root, fs::path("/runs/mine/path-a-x-learning_rate-1e-5"));
        QCOMPARE(placed[1].folder.root, fs::path("/runs/mine/path-b-x-learning_rate-1e-5"));
        QCOMPARE(run::place_runs(runs_of({}), "/runs/mine", "/nowhere")[0].folder.root,
                 fs::path("/runs/mine"));
        const fs::path made = run::place_runs(runs_of(sweep), {}, "/base")[0].folder.root;
        QVERIFY(made.string().starts_with("/base/runs/small-"));
    }

    void why_a_run_waits_data() {
        QTest::addColumn<int>("id");
        QTest::addColumn<int>("free"); // of two slots
        QTest::addColumn<int>("what");
        QTest::addColumn<int>("before");
        using For = run::Waiting::For;
        QTest::newRow("first, free") << 1 << 1 << int(For::start) << 0;
        QTest::newRow("first, busy") << 1 << 0 << int(For::devices) << 0;
        QTest::newRow("held") << 2 << 2 << int(For::release) << 1;
        QTest::newRow("after the held one") << 3 << 2 << int(For::start) << 1;
        QTest::newRow("kept for the first") << 3 << 1 << int(For::turn) << 1;
        QTest::newRow("on GPUs that are not there") << 4 << 2 << int(For::more_devices) << 2;
        QTest::newRow("not in the queue") << 0 << 2 << int(For::turn) << 3;
    }
    void why_a_run_waits() {
        QFETCH(int, id);
        QFETCH(int, free);
        std::vector<run::QueueEntry> entries(4);
        for (int i = 0; i < 4; ++i)
            entries[static_cast<std::size_t>(i)].id = i + 1;
        entries[1].held = true;
        entries[3].gpu = true;
        const std::vector<run::ClaimableDevice> devices = {{"cpu-0", false, free > 0},
                                                           {"cpu-1", false, free > 1}};
        const run::QueueEntry asked = id > 0 ? entries[static_cast<std::size_t>(id) - 1] : run::QueueEntry();
        const run::Waiting waiting = run::why_waiting(asked, entries, devices);
        QTEST(int(waiting.what), "what");
        QTEST(waiting.before, "before");
    }

    /// Four runs of two settings on the command line: queued, trained by fake workers, compared.
    void from_the_command_line() {
        RunBench bench;
        bench.set("TUNEDESK_FAKE_STEPS", "5");
        const QString preset = QString::fromStdString(bench.preset().string());
        const QStringList sweep{"queue", "add", preset, "--sweep", "learning_rate=1e-5,3e-5", "--seeds", "2"};
        const QString folder = QString::fromStdString((bench.root() / "grid").string());
        const Ended added = bench.call(sweep + QStringList{"--run-dir", folder, "--hold"});
        QVERIFY2(added.code == 0, added.err.c_str());
        QCOMPARE(std::count(added.out.begin(), added.out.end(), '\n'), 4);
        const Json queue = Json::parse(bench.call({"queue", "list", "--json"}).out);
        QCOMPARE(queue.size(), std::size_t(4));
        const std::string group = queue[0]["group"].get<std::string>();
        QVERIFY2(group.ends_with(" sweep"), group.c_str());
        QVERIFY(has(queue[3]["setting"].get<std::string>(), "learning_rate=3e-5 seed="));
        const Ended removed = bench.call({"queue", "remove", "4"});
        QCOMPARE(removed.code, 0);
        for (int place = 0; place < 3; ++place)
            QCOMPARE(bench
                         .call({"queue", "release",
                                QString::fromStdString(queue[static_cast<std::size_t>(place)]["run"])})
                         .code,
                     0);
        const auto is_done = [&](std::size_t i) {
            return event::read_exit({fs::path(queue[i]["run"].get<std::string>())}).has_value();
        };
        QTRY_VERIFY_WITH_TIMEOUT(is_done(0) && is_done(1) && is_done(2), 60'000);
        const Json list = Json::parse(bench.call({"list", "--json"}).out);
        QCOMPARE(list.size(), std::size_t(3));
        for (const Json& run : list)
            QCOMPARE(run["group"].get<std::string>(), group); // also after it has left the queue
        const Ended compared = bench.call({"compare", "--group", QString::fromStdString(group)});
        QVERIFY2(compared.code == 0, compared.err.c_str());
        QVERIFY2(has(compared.out, "sample standard deviation") && has(compared.out, "learning_rate=1e-5") &&
                     has(compared.out, "(n = 2)"),
                 compared.out.c_str());
        const Ended none = bench.call({"compare", "--group", "nobody"});
        QVERIFY2(none.code == 2 && has(none.err, "TD2034"), none.err.c_str());
        // The next sweep is told apart.
        QCOMPARE(bench.call(sweep + QStringList{"--run-dir", folder + "2", "--hold"}).code, 0);
        QCOMPARE(Json::parse(bench.call({"queue", "list", "--json"}).out)[0]["group"].get<std::string>(),
                 group + " 2");
    }

    /// Where one of the runs cannot be queued, none is.
    void all_or_none() {
        RunBench bench;
        fs::create_directories(bench.root() / "grid" / "seed-124");
        std::ofstream(bench.root() / "grid" / "seed-124" / "preset.yaml") << "in use\n";
        const Ended ended = bench.call({"queue", "add", QString::fromStdString(bench.preset().string()),
                                        "--set", "training.seed=123", "--seeds", "2", "--run-dir",
                                        QString::fromStdString((bench.root() / "grid").string())});
        QVERIFY2(has(ended.err, "TD2011"), ended.err.c_str());
        QVERIFY(Json::parse(bench.call({"queue", "list", "--json"}).out).empty());
        QVERIFY(!fs::exists(bench.root() / "grid" / "seed-123"));
        QCOMPARE(read_file(bench.root() / "grid" / "seed-124" / "preset.yaml", ErrorId::file_unreadable),
                 std::string("in use\n"));
    }
};

QTEST_GUILESS_MAIN(SweepTest)
#include "sweep_test.moc"
