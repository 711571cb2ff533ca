// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "preset/yaml/load.h"
#include "run/check/check.h"
#include "run/check/inputs_stream.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>

using namespace tunedesk;

namespace {

fs::path root() {
    return TUNEDESK_SOURCE_DIR;
}

preset::Draft draft_with(const std::vector<std::string>& sets) {
    return preset::load_draft(root() / "presets/quickstart.yaml", sets);
}

/// Through the bytes that another process would send, in pieces of an odd size.
run::CheckedInputs sent(const run::CheckedInputs& inputs) {
    const std::string message =
        run::progress_line(1, 2) + run::inputs_message(inputs, false) + run::inputs_message(inputs, true);
    run::InputsReader reader;
    for (std::size_t at = 0; at < message.size(); at += 1013)
        reader.take(std::string_view(message).substr(at, 1013));
    if (!reader.is_complete || reader.heard != 2 || reader.total != 2) throw std::runtime_error("incomplete");
    return std::move(reader.inputs);
}

// As JSON. Memory and disk are what was free when `machine_of` was checked: both change from one
// moment to the next.
Json on_machine_of(const run::Check& machine_of, run::Check check) {
    check.machine = machine_of.machine;
    check.free_disk = machine_of.free_disk;
    return run::to_json(check);
}

} // namespace

// What the window learns of a preset's files through another process is what `check` finds.
class InspectionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void gives_what_check_gives_data() {
        QTest::addColumn<QString>("inspected");
        QTest::addColumn<QString>("edited");
        const auto row = [](const char* name, const char* inspected, const char* edited) {
            QTest::newRow(name) << QString::fromLatin1(inspected) << QString::fromLatin1(edited);
        };
        row("as shipped", "", "");
        row("shorter rows", "", "data.max_length=11");
        row("longer than the model", "", "data.max_length=2000");
        row("too few weights", "", "training.class_weights=1");
        row("split", "data.validation= data.test= data.validation_split=0.1 data.test_split=0.2",
            "training.per_device_train_batch_size=5");
        row("missing file", "data.test=/nowhere.csv", "");
        row("missing column", "data.label_column=kind", "");
        row("no model", "model.path=/nowhere", "");
    }
    void gives_what_check_gives() {
        if (!fs::exists(root() / ".deps/models/all-MiniLM-L6-v2/config.json"))
            QSKIP("the model of packaging/setup.sh is not here");
        QFETCH(QString, inspected);
        QFETCH(QString, edited);
        std::vector<std::string> sets;
        for (const QString& set : inspected.split(QLatin1Char(' '), Qt::SkipEmptyParts))
            sets.push_back(set.toStdString());
        const preset::Draft before = draft_with(sets);
        run::CheckedInputs untruncated = sent(run::inspect_inputs(before.loaded.preset));
        if (!edited.isEmpty()) sets.push_back(edited.toStdString());
        const preset::Draft after = draft_with(sets);
        QCOMPARE(run::inputs_key(after.loaded.preset), run::inputs_key(before.loaded.preset));
        try {
            untruncated.config = arch::read_model_config(after.loaded.preset.model.path);
        } catch (const Error&) {
        }
        const run::Check from_inspection = run::check(after, untruncated, run::MeasuredRuns());
        const Json ours = run::to_json(from_inspection);
        const Json theirs = on_machine_of(from_inspection, run::check(after));
        QCOMPARE(QByteArray::fromStdString(ours.dump(1)), QByteArray::fromStdString(theirs.dump(1)));
    }

    void class_weights_are_counted() {
        if (!fs::exists(root() / ".deps/models/all-MiniLM-L6-v2/config.json"))
            QSKIP("the model of packaging/setup.sh is not here");
        const run::Check few = run::check(draft_with({"training.class_weights=[1, 2, 3]"}));
        QCOMPARE(few.inputs.problems.size(), std::size_t{1});
        QCOMPARE(few.inputs.problems.front().id(), 3501);
        QVERIFY(run::check(draft_with({"training.class_weights=[1, 2]"})).is_right());
    }

    void an_unread_preset_names_no_files() {
        for (const char* text : {"tunedesk: 2\n", "extends: nowhere.yaml\n"}) {
            const run::Check check = run::check(preset::parse_draft(text, "p.yaml", "/work", {}));
            QCOMPARE(check.preset_problems.size(), std::size_t{1});
            QVERIFY(check.inputs.problems.empty());
        }
    }

    void lists_bad_rows() {
        QTemporaryDir folder;
        const fs::path file = fs::path(folder.path().toStdString()) / "rows.csv";
        std::ofstream(file) << "text,label\ngood,a\nbad\nfine,b\n,a\n";
        Preset preset;
        preset.data.train = file.string();
        preset.model.path = "/nowhere";
        const run::CheckedInputs found = sent(run::inspect_inputs(preset));
        QCOMPARE(found.files.size(), std::size_t{1});
        QCOMPARE(found.files[0].summary.used, 2U);
        QCOMPARE(found.files[0].rejected.size(), std::size_t{2});
        QCOMPARE(found.files[0].rejected[0].line, 3U);
        QVERIFY(std::any_of(found.problems.begin(), found.problems.end(),
                            [](const Error& error) { return error.id() == 3101; }));
        std::ofstream(file, std::ios::app) << "more,b\n";
        const std::string before = run::inputs_key(preset);
        std::ofstream(file, std::ios::app) << "and more,b\n";
        QVERIFY(run::inputs_key(preset) != before);
    }

    // Rows that cannot be used hide nothing else: all is found in one reading.
    void bad_rows_hide_nothing() {
        const fs::path model = root() / "tests/golden/models/tiny-bert";
        QTemporaryDir folder;
        const fs::path at = fs::path(folder.path().toStdString());
        std::ofstream(at / "train.csv") << "text,label\none,a\ntwo,A\nthree,b\nfour,b\ntorn\n";
        std::ofstream(at / "test.csv") << "text,label\n  ,a\ntwo,A\nfive,games\nsix,b\n";
        Preset preset;
        preset.data.train = (at / "train.csv").string();
        preset.data.test = (at / "test.csv").string();
        preset.model.path = model.string();
        const run::CheckedInputs found = sent(run::inspect_inputs(preset));
        std::vector<std::string> kinds, problems;
        for (const data::Finding& finding : found.findings)
            kinds.push_back(std::string(finding.id()) + ' ' + finding.split);
        QCOMPARE(kinds, (std::vector<std::string>{"rejected-rows train", "rejected-rows test",
                                                  "look-alike-labels train", "rare-class train",
                                                  "unseen-labels test", "leak test"}));
        for (const Error& problem : found.problems) {
            const data::Finding* behind = run::finding_of(found, problem);
            problems.push_back(std::to_string(problem.id()) + ' ' + (behind ? behind->split : "-"));
        }
        QCOMPARE(problems, (std::vector<std::string>{"3101 train", "3101 test", "3114 test"}));
        QVERIFY(found.tokenized); // and so there is an estimate
        QCOMPARE(found.splits.size(), std::size_t{2});
        QCOMPARE(found.splits[0].class_rows, (std::vector<std::uint64_t>{1, 1, 2}));
        QCOMPARE(found.splits[1].class_rows, (std::vector<std::uint64_t>{1, 0, 1}));
        QCOMPARE(found.files[1].rejected.size(), std::size_t{2});
    }

    void of_one_file_the_splits_are_those_of_the_run() {
        QTemporaryDir folder;
        const fs::path file = fs::path(folder.path().toStdString()) / "all.csv";
        std::ofstream rows(file);
        rows << "text,label\n";
        for (int i = 0; i < 40; ++i)
            rows << "row " << i << (i % 4 ? ",a\n" : ",b\n");
        rows.close();
        Preset preset;
        preset.data.train = file.string();
        preset.data.validation_split = 0.1;
        preset.data.test_split = 0.2;
        preset.model.path = "/nowhere"; // the splits ask for no model
        const run::CheckedInputs found = sent(run::inspect_inputs(preset));
        QCOMPARE(found.splits.size(), std::size_t{3});
        std::vector<std::uint64_t> counts;
        for (const run::CheckedSplit& split : found.splits) {
            QVERIFY(split.is_cut && split.path == file.string());
            counts.push_back(split.rows);
            counts.insert(counts.end(), split.class_rows.begin(), split.class_rows.end());
        }
        QCOMPARE(counts, (std::vector<std::uint64_t>{28, 21, 7, 4, 3, 1, 8, 6, 2}));
    }

    /// The GPUs that the ranks would get decide, not those beside them.
    void memory_of_gpus_data() {
        QTest::addColumn<QString>("devices");
        QTest::addColumn<int>("processes");
        QTest::addColumn<QString>("verdict");
        QTest::newRow("the first") << "cuda" << 1 << "fits";
        QTest::newRow("two") << "cuda" << 2 << "no";
        QTest::newRow("listed") << "1" << 1 << "no";
        QTest::newRow("the host") << "cpu" << 2 << "tight";
    }
    void memory_of_gpus() {
        QFETCH(QString, devices);
        QFETCH(int, processes);
        constexpr std::uint64_t gb = 1'000'000'000;
        run::Check check;
        check.preset.parallel.devices = devices.toStdString();
        check.preset.parallel.processes = processes;
        check.cuda = devices != QStringLiteral("cpu");
        check.machine.available_memory = 21 * gb;
        for (const std::uint64_t used : {1 * gb, 12 * gb}) {
            Gpu gpu;
            gpu.memory_total = 16 * gb;
            gpu.memory_used = used;
            check.machine.gpus.push_back(gpu);
        }
        check.estimate.emplace();
        check.estimate->total_bytes = 10 * gb;
        QTEST(QString::fromStdString(check.memory_verdict()), "verdict");
        check.machine = {};
        QCOMPARE(check.memory_verdict(), std::string());
        QVERIFY(run::to_json(check)["estimate"]["memory_verdict"].is_null());
    }

    void refuses_garbage_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("no JSON") << QByteArray("hello\n");
        QTest::newRow("other JSON") << QByteArray("{\"complete\": true}\n");
        QTest::newRow("a list") << QByteArray("[1]\n");
        QTest::newRow("wrong types") << QByteArray("{\"done\": \"x\", \"total\": {}}\n");
    }
    void refuses_garbage() {
        QFETCH(QByteArray, bytes);
        run::InputsReader reader;
        try {
            reader.take(bytes.toStdString());
            QFAIL("was taken");
        } catch (const Error& error) {
            QVERIFY(error.is(ErrorId::inspect_answer_invalid));
        }
    }
};

QTEST_GUILESS_MAIN(InspectionTest)
#include "inspection_test.moc"
