// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/folder/corrections.h"

#include "data/files.h"
#include "data/rows/labels.h"
#include "plan/data_specs.h"
#include "preset/yaml/load.h"
#include "report/classification.h"
#include "report/predictions/predictions.h"
#include "run/folder/preset_source.h"
#include "run/folder/run_contents.h"

using namespace tunedesk;
using namespace tunedesk::run;

namespace {

report::PredictionTable predictions(const std::string& rows) {
    return report::PredictionTable::parse(
        "text,label,prediction,prob_bad,prob_good,prob_so,loss,line\n" + rows, "predictions.csv");
}

} // namespace

class CorrectionsTest : public QObject {
    Q_OBJECT

    Files files_;
    Preset preset_;

    fs::path out() const { return files_.path("out"); }

    data::RowSplit split_of(const Preset& preset) const {
        const data::Table table = data::read_table(preset.data.train, plan::table_spec(preset, false));
        const auto labels = data::label_ids(table, data::make_label_map(table, {}));
        return *plan::split_rows(preset, table, labels);
    }

    struct Cut {
        data::RowSplit split;
        report::PredictionTable predictions;
    };
    /// The first tested row of another class, corrected to this one.
    static Corrections one(const Cut& cut, std::int32_t to) {
        std::uint32_t row = 0;
        while (cut.predictions.label(row) == to)
            ++row;
        return {{row, to}};
    }
    /// A run that has cut 60 rows of three classes for validation and test, and tested the last part.
    Cut cut_rows(const std::string& third = "so") {
        const std::string names[] = {"bad", "good", third};
        std::string text = "text,label\n";
        for (int i = 0; i < 60; ++i)
            text += "row " + std::to_string(i) + "," + names[i * i % 7 % 3] + "\n";
        preset_.model.path = "/m";
        preset_.data.train = files_.write("train.csv", text);
        preset_.data.validation_split = preset_.data.test_split = 0.2;
        const data::Table table = data::read_table(preset_.data.train, {});
        const data::LabelMap labels = data::make_label_map(table, {});
        Cut cut{split_of(preset_), {}};
        report::PredictionsWriter writer(files_.path("predictions.csv"), labels.names, false);
        const std::vector<float> probabilities{1, 0, 0};
        for (const std::uint32_t row : cut.split.test)
            writer.add(table.rows()[row].text, {}, labels.id_of(table.rows()[row].label), probabilities, 0,
                       table.rows()[row].line);
        writer.close();
        cut.predictions = report::PredictionTable::read(files_.path("predictions.csv"));
        return cut;
    }

private Q_SLOTS:
    void init() {
        fs::remove_all(out());
        preset_ = {};
        preset_.name = "reviews";
    }

    void names_as_the_file_has_them() {
        const std::string source = "id,text,label\n7,\"a, b\",good\n8,c,bad\n9,d,bad\n";
        preset_.data.test = files_.write("test.csv", source);
        const auto table = predictions("\"a, b\",good,bad,0.8,0.1,0.1,2,2\nc,bad,bad,1,0,0,0,3\n"
                                       "d,bad,good,0,1,0,9,4\n");
        const ExportedCorrections written =
            export_corrections(preset_, table, {{0, 0}, {2, 2}, {1, 0}}, out());
        QCOMPARE(written.table, out() / "test.csv");
        QCOMPARE(written.changed, std::size_t{2});
        QCOMPARE(read_file(written.table, ErrorId::file_unreadable),
                 std::string("id,text,label\n7,\"a, b\",bad\n8,c,bad\n9,d,so\n"));
        QCOMPARE(read_file(written.list, ErrorId::file_unreadable), "file,row,old,new\n" + preset_.data.test +
                                                                        ",1,good,bad\n" + preset_.data.test +
                                                                        ",3,bad,so\n");
        QCOMPARE(read_file(preset_.data.test, ErrorId::file_unreadable), source); // never written
        QVERIFY(written.split_file.empty()); // the test is a file of its own
        const Preset duplicate = with_corrections(preset_, written);
        QCOMPARE(duplicate.data.test, written.table.string());
        QCOMPARE(duplicate.name, std::string("reviews corrected"));
    }

    /// Of the runs of a cross-validation, which have tested other rows of the same file.
    void corrections_of_several_runs_are_written_together() {
        preset_.data.test = files_.write("test.csv", "text,label\nx,good\ny,bad\nz,so\n");
        const auto first = predictions("x,good,good,0,1,0,0,2\n"),
                   second = predictions("y,bad,bad,1,0,0,0,3\nz,so,bad,1,0,0,2,4\n");
        const Corrections none, two{{0, 2}, {1, 0}};
        const TestedCorrections others[] = {{&second, &two}};
        const ExportedCorrections written = export_corrections(preset_, first, none, out(), others);
        QCOMPARE(written.changed, std::size_t{2});
        QCOMPARE(read_file(written.table, ErrorId::file_unreadable),
                 std::string("text,label\nx,good\ny,so\nz,bad\n"));
    }

    void ids_where_the_file_has_ids() {
        preset_.data.test = files_.write("test.tsv", "text\tlabel\nx\t1\ny\t0\n");
        const auto table = predictions("x,good,good,0,1,0,0,2\n");
        const ExportedCorrections written = export_corrections(preset_, table, {{0, 2}}, out());
        QCOMPARE(read_file(written.table, ErrorId::file_unreadable),
                 std::string("text\tlabel\nx\t2\ny\t0\n"));
    }

    void the_split_stays() {
        const Cut cut = cut_rows();
        const ExportedCorrections written = export_corrections(preset_, cut.predictions, one(cut, 1), out());
        const Preset duplicate = with_corrections(preset_, written);
        QCOMPARE(duplicate.data.train, written.table.string());
        QCOMPARE(duplicate.data.split_file, written.split_file.string());
        const data::RowSplit kept = split_of(duplicate);
        QCOMPARE(kept.train, cut.split.train);
        QCOMPARE(kept.validation, cut.split.validation);
        QCOMPARE(kept.test, cut.split.test);
        // Without the file another label cuts other rows: what this is about.
        Preset by_label = duplicate;
        by_label.data.split_file.clear();
        QVERIFY(split_of(by_label).test != cut.split.test);

        // A correction of the copy keeps it once more.
        const ExportedCorrections again =
            export_corrections(duplicate, cut.predictions, one(cut, 0), files_.path("again"));
        QCOMPARE(read_file(again.split_file, ErrorId::file_unreadable),
                 read_file(written.split_file, ErrorId::file_unreadable));
        QCOMPARE(split_of(with_corrections(duplicate, again)).test, cut.split.test);
    }

    void a_label_of_two_lines_moves_the_rows_below() {
        Cut cut = cut_rows("\"so\nso\"");
        const ExportedCorrections written = export_corrections(preset_, cut.predictions, one(cut, 2), out());
        QCOMPARE(split_of(with_corrections(preset_, written)).test, cut.split.test);
    }

    void another_split_is_refused() {
        const Cut cut = cut_rows();
        preset_.training.seed = 8; // not the run's
        const Error error =
            error_from([&] { export_corrections(preset_, cut.predictions, one(cut, 1), out()); });
        QCOMPARE(error.id(), 3194);
        QVERIFY(!fs::exists(out()));
    }

    void a_copy_lies_beside_the_runs() {
        const fs::path project = files_.path("project"), run = project / "runs/first";
        fs::create_directories(run);
        const Cut cut = cut_rows();
        write_file_atomically(run / "preset.yaml", preset::to_yaml(preset_));
        write_file_atomically(run / "events.jsonl", "");
        const CorrectedCopy copy = copy_with_corrections(run, cut.predictions, one(cut, 1), true);
        QCOMPARE(copy.preset, project / "first-corrected.yaml");
        QCOMPARE(copy.files.table, project / "first-corrected/train.csv");
        QCOMPARE(preset::load(copy.preset).preset.data.split_file,
                 (project / "first-corrected/split.csv").string());
        const auto from = corrected_from(preset::load(copy.preset).preset);
        QVERIFY(from);
        QCOMPARE(from->run, run);
        QCOMPARE(from->labels, std::size_t{1});
        QVERIFY(!corrected_from(preset_));
        write_file_atomically(project / "first-corrected/origin.json", "[1]");
        QVERIFY(!corrected_from(preset::load(copy.preset).preset));
        // The file that the run came from gives the copy its comments.
        qputenv("XDG_STATE_HOME", files_.path("state").c_str());
        write_file_atomically(project / "mine.yaml",
                              "# mine\nname: old # a name\nmodel: {path: /m}\ndata:\n  train: " +
                                  preset_.data.train + "\n  test_split: 0.2\n");
        note_preset_file({run}, project / "mine.yaml");
        const CorrectedCopy kept = copy_with_corrections(run, cut.predictions, one(cut, 1), true);
        const std::string text = read_file(kept.preset, ErrorId::file_unreadable);
        QVERIFY2(text.starts_with("# mine\nname: ") && text.find("# a name") != std::string::npos,
                 text.c_str());
        QVERIFY(preset::differences(preset::load(kept.preset).preset, with_corrections(preset_, kept.files))
                    .empty());
        fs::remove_all(kept.files.table.parent_path());
        fs::remove(kept.preset);
        fs::remove(project / "mine.yaml");
        // A run may read the first copy: it stays as it is.
        const std::string before = read_file(copy.files.table, ErrorId::file_unreadable);
        const CorrectedCopy second = copy_with_corrections(run / "", cut.predictions, one(cut, 2), true);
        QCOMPARE(second.preset, project / "first-corrected-2.yaml");
        QCOMPARE(read_file(copy.files.table, ErrorId::file_unreadable), before);
        QCOMPARE(error_from([&] {
                     copy_with_corrections(run, predictions("other,good,good,0,1,0,0,2\n"), {{0, 2}}, true);
                 }).id(),
                 static_cast<int>(ErrorId::tested_file_changed));
        QVERIFY(!fs::exists(project / "first-corrected-3"));

        // Earlier versions have put copies, and their runs, inside the first run.
        const fs::path inner = run / "corrected/runs/second";
        fs::create_directories(inner);
        write_file_atomically(run / "corrected/preset.yaml", preset::to_yaml(preset_));
        write_file_atomically(inner / "preset.yaml", preset::to_yaml(preset_));
        QCOMPARE(copy_with_corrections(inner, cut.predictions, one(cut, 1), true).preset,
                 project / "second-corrected.yaml");
    }

    void what_goes_with_a_run_is_found() {
        const fs::path run = files_.path("old-run");
        for (const char* folder : {"checkpoints/step-1", "best", "logs", "corrected/runs/second/best"})
            fs::create_directories(run / folder);
        preset_.model.path = "/m";
        preset_.data.train = (run / "corrected/rows.csv").string();
        for (const fs::path& each : {run, run / "corrected", run / "corrected/runs/second"})
            write_file_atomically(each / "preset.yaml", preset::to_yaml(preset_));
        write_file_atomically(run / "corrected/runs/second/events.jsonl", "");
        const ForeignContents found = foreign_contents(run);
        QCOMPARE(found.folders, std::vector<std::string>{"corrected"});
        QCOMPARE(found.runs, std::size_t{1});
        QVERIFY(found.has_data && !found.empty());
        const ForeignContents none = foreign_contents(run / "corrected/runs/second");
        QVERIFY(none.empty());
        QVERIFY(foreign_contents(files_.path("nowhere")).empty());
    }

    void another_file_is_refused() {
        preset_.data.test = files_.write("test.csv", "text,label\nother,good\n");
        const auto table = predictions("x,good,good,0,1,0,0,2\n");
        QCOMPARE(error_from([&] { export_corrections(preset_, table, {{0, 2}}, out()); }).id(), 3119);
        QVERIFY(!fs::exists(out() / "test.csv"));
        const auto unknown = predictions("other,good,good,0,1,0,0,\n");
        QCOMPARE(error_from([&] {
                     export_corrections(preset_, unknown, {{0, 2}}, out());
                 }).id(),
                 static_cast<int>(ErrorId::predictions_without_lines));
    }

    void the_sources_own_folder_is_refused() {
        preset_.data.test = files_.write("test.csv", "text,label\nx,good\n");
        const auto table = predictions("x,good,good,0,1,0,0,2\n");
        const fs::path folder = fs::path(preset_.data.test).parent_path();
        QCOMPARE(error_from([&] { export_corrections(preset_, table, {{0, 2}}, folder); }).id(), 5006);
        QVERIFY(!fs::exists(folder / "corrections.csv"));
    }
};

QTEST_GUILESS_MAIN(CorrectionsTest)
#include "corrections_test.moc"
