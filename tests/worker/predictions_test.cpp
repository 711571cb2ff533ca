// SPDX-License-Identifier: GPL-3.0-or-later
// `tunedesk predict` with the real programs on the small BERT: what a run has predicted is predicted again.
#include "base/json.h"
#include "base/text.h"
#include "report/predictions/csv_records.h"
#include "report/predictions/prediction_table.h"
#include "worker/worker_bench.h"

#include <QTest>
#include <cmath>

using namespace tunedesk;
using namespace tunedesk::test;

class PredictionsTest : public QObject {
    Q_OBJECT

    std::unique_ptr<WorkerBench> bench_;

    Ended tunedesk(const QStringList& arguments) const {
        return WorkerBench::wait(*bench_->start_tunedesk(arguments));
    }
    static QString text_of(const fs::path& path) { return QString::fromStdString(path.string()); }

    void change_config(const fs::path& folder, const char* key, const Json& value) const {
        Json config = parse_json(read_file(folder / "config.json", ErrorId::file_unreadable), "config.json",
                                 ErrorId::file_unreadable);
        config[key] = value;
        write_file_atomically(folder / "config.json", config.dump());
    }

    event::RunFolder trained(const Settings& settings) const {
        const event::RunFolder run = bench_->folder("run");
        const Ended ended = bench_->call(run, bench_->preset(settings));
        if (ended.code != 0) qWarning("%s", ended.err.c_str());
        return run;
    }

    /// The columns prob_<name> of a CSV, row by row.
    static std::vector<std::vector<double>> probabilities_in(const fs::path& file,
                                                             const std::vector<std::string>& names) {
        const std::string text = read_file(file, ErrorId::file_unreadable);
        report::CsvRecords records(text);
        std::vector<report::CsvField> fields;
        std::vector<std::size_t> places;
        if (!records.next(fields)) return {};
        for (const std::string& name : names)
            for (std::size_t i = 0; i < fields.size(); ++i)
                if (fields[i].value(text) == "prob_" + name) places.push_back(i);
        std::vector<std::vector<double>> rows;
        while (places.size() == names.size() && records.next(fields)) {
            rows.emplace_back();
            for (const std::size_t place : places)
                rows.back().push_back(std::stod(fields[place].value(text)));
        }
        return rows;
    }

    /// predict SOURCE --file over the test rows gives the run's own predictions.
    void compare_with_own(const event::RunFolder& run, const fs::path& source, const fs::path& rows,
                          const QStringList& more = {}) const {
        const fs::path out = bench_->root() / "again.csv";
        const Ended ended = tunedesk(
            QStringList{"predict", text_of(source), "--file", text_of(rows), "--out", text_of(out)} + more);
        QVERIFY2(ended.code == 0, ended.err.c_str());
        const auto own = report::PredictionTable::read(run.predictions());
        const std::vector<std::vector<double>> again = probabilities_in(out, own.names());
        QCOMPARE(again.size(), own.rows());
        for (std::size_t row = 0; row < own.rows(); ++row)
            for (std::size_t k = 0; k < own.classes(); ++k)
                QVERIFY2(std::abs(own.probabilities(row)[k] - again[row][k]) < 1e-5,
                         qPrintable(QStringLiteral("row %1, class %2").arg(row).arg(k)));
    }

private Q_SLOTS:
    void init() { bench_ = std::make_unique<WorkerBench>(); }

    void a_run_is_predicted_as_it_was_tested_data() {
        QTest::addColumn<QString>("side");
        QTest::addColumn<bool>("has_settings_file");
        QTest::newRow("right") << "right" << true;
        QTest::newRow("left") << "left" << true;
        QTest::newRow("no tokenizer_config.json") << "right" << false;
    }
    void a_run_is_predicted_as_it_was_tested() {
        QFETCH(QString, side);
        QFETCH(bool, has_settings_file);
        if (!has_settings_file) fs::remove(bench_->model() / "tokenizer_config.json");
        const event::RunFolder run = trained({{"data.max_length", "6"},
                                              {"data.truncation_side", side.toStdString()},
                                              {"training.num_train_epochs", "1"}});
        QVERIFY(fs::exists(run.predictions()));
        compare_with_own(run, run.root, bench_->rows("test"));
        if (!has_settings_file) return;
        // What others read of the folder says the same.
        const fs::path moved = bench_->root() / "elsewhere";
        fs::copy(run.best(), moved, fs::copy_options::recursive);
        compare_with_own(run, moved, bench_->rows("test"));
    }

    /// Nobody else reads predictions or tokens, whatever the umask.
    void what_a_run_writes_is_private() {
        const event::RunFolder run = bench_->folder("private");
        const auto process = bench_->start_program(
            "/bin/sh",
            {"-c", "umask 0; exec \"$@\"", "sh", TUNEDESK_BIN_DIR "/tunedesk", "--no-gui", "run",
             text_of(bench_->preset({{"training.num_train_epochs", "1"}})), "--run-dir", text_of(run.root)});
        const Ended ended = WorkerBench::wait(*process);
        QVERIFY2(ended.code == 0, ended.err.c_str());
        const auto of_others = [](const fs::path& path) {
            return fs::status(path).permissions() & (fs::perms::group_all | fs::perms::others_all);
        };
        QVERIFY(of_others(run.root) == fs::perms::none);
        QVERIFY(of_others(run.predictions()) == fs::perms::none);
        int cached = 0;
        for (const auto& entry : fs::recursive_directory_iterator(bench_->root() / "tunedesk/tokens")) {
            cached += entry.is_regular_file();
            QVERIFY2(entry.is_symlink() || of_others(entry.path()) == fs::perms::none, entry.path().c_str());
        }
        QVERIFY(cached > 0);
    }

    void an_empty_second_text_is_a_pair() {
        const event::RunFolder run = trained(bench_->pairs());
        QVERIFY(fs::exists(run.predictions()));
        compare_with_own(run, run.root, bench_->root() / "pairs_test.csv");
    }

    void other_problems_are_refused() {
        const event::RunFolder run = trained({{"training.num_train_epochs", "1"}});
        const fs::path edited = bench_->root() / "edited";
        fs::copy(run.best(), edited, fs::copy_options::recursive);
        for (const char* problem : {"regression", "token_classification"}) {
            change_config(edited, "problem_type", problem);
            const Ended ended = tunedesk({"predict", text_of(edited), "--text", "word1"});
            QVERIFY2(ended.code == 4 && ended.err.find("TD4342") != std::string::npos &&
                         ended.err.find(problem) != std::string::npos,
                     ended.err.c_str());
        }
        change_config(edited, "problem_type", nullptr);
        QCOMPARE(tunedesk({"predict", text_of(edited), "--text", "word1"}).code, 0);
    }

    /// A copy may be edited; the run's own model is what the run wrote.
    void a_changed_model_of_a_run_is_refused() {
        const event::RunFolder run = trained({{"training.num_train_epochs", "1"}});
        const QStringList ask{"predict", text_of(run.root), "--text", "word1"};
        QCOMPARE(tunedesk(ask).code, 0);
        const std::string config = read_file(run.best() / "config.json", ErrorId::file_unreadable);
        change_config(run.best(), "id2label", {{"0", "b"}, {"1", "a"}});
        const Ended changed = tunedesk(ask);
        QVERIFY2(changed.code == 4 && changed.err.find("TD4403") != std::string::npos &&
                     changed.err.find("config.json") != std::string::npos &&
                     changed.err.find("next: restore the file") != std::string::npos,
                 changed.err.c_str());
        write_file_atomically(run.best() / "config.json", config);
        QCOMPARE(tunedesk(ask).code, 0);
        fs::remove(run.best() / "vocab.txt");
        QCOMPARE(tunedesk(ask).code, 4);
    }

    void files_of_a_run_are_not_replaced() {
        const event::RunFolder run = trained(
            {{"training.num_train_epochs", "1"}, {"data.test", "\"\""}, {"logging.every_n_steps", "50"}});
        const QString rows = text_of(bench_->rows("test"));
        for (const fs::path& file : {run.preset(), run.best() / "config.json"}) {
            const std::string before = read_file(file, ErrorId::file_unreadable);
            const Ended ended =
                tunedesk({"predict", text_of(run.root), "--file", rows, "--out", text_of(file)});
            QVERIFY2(ended.code == 2 && ended.err.find("TD2013") != std::string::npos, ended.err.c_str());
            QCOMPARE(read_file(file, ErrorId::file_unreadable), before);
        }
        const QString beside = text_of(run.root / "more.csv");
        QCOMPARE(tunedesk({"predict", text_of(run.root), "--file", rows, "--out", beside}).code, 0);
        const Ended labels = tunedesk({"labels", text_of(run.root)});
        QVERIFY2(labels.code == 4 && labels.err.find("the run has no test rows") != std::string::npos &&
                     labels.err.find("data.test_split") != std::string::npos,
                 labels.err.c_str());
    }

    void names_that_do_not_fit_the_classes_are_said() {
        const event::RunFolder run = trained({{"training.num_train_epochs", "1"}});
        const fs::path edited = bench_->root() / "edited";
        fs::copy(run.best(), edited, fs::copy_options::recursive);
        const QStringList ask{"predict", text_of(edited), "--text", "word1"};
        QCOMPARE(tunedesk(ask).err, std::string());
        change_config(edited, "id2label", {{"0", "b"}, {"1", "a"}});
        const Ended ended = tunedesk(ask);
        QVERIFY2(ended.code == 0 && ended.out.starts_with("LABEL_") &&
                     ended.err.find("config.json names 2 labels (id2label) and the weights have 3 classes") !=
                         std::string::npos,
                 (ended.out + ended.err).c_str());
    }

    /// The tokens count, not the bytes: a long text is read as the short one with the same tokens.
    void a_long_text_is_read_whole() {
        const event::RunFolder run = trained({{"training.num_train_epochs", "1"}});
        const std::string blanks(100'000, ' ');
        const auto process = bench_->start_tunedesk({"predict", text_of(run.root), "--json"});
        process->write(
            ("word7 word3 word41 word2\nword7" + blanks + "word3 word41" + blanks + "word2\n").c_str());
        process->closeWriteChannel();
        const Ended ended = WorkerBench::wait(*process);
        QVERIFY2(ended.code == 0, ended.err.c_str());
        std::vector<std::string> answers;
        for (const std::string_view line : split(trimmed(ended.out), '\n'))
            answers.push_back(Json::parse(line).at("probabilities").dump());
        QCOMPARE(answers.size(), std::size_t{2});
        QCOMPARE(answers[1], answers[0]);
    }

    // Blank ones too, and a last one without an end.
    void every_line_of_standard_input_is_answered() {
        const event::RunFolder run = trained({{"training.num_train_epochs", "1"}});
        const auto process = bench_->start_tunedesk({"predict", text_of(run.root), "--json"});
        process->write("word1 word2\n\n   \nword3\n\nword4");
        process->closeWriteChannel();
        const Ended ended = WorkerBench::wait(*process);
        QVERIFY2(ended.code == 0, ended.err.c_str());
        std::vector<std::string> texts;
        for (const std::string_view line : split(ended.out, '\n'))
            if (!line.empty()) texts.push_back(Json::parse(line).at("text").get<std::string>());
        QCOMPARE(texts, (std::vector<std::string>{"word1 word2", "", "   ", "word3", "", "word4"}));
    }
};

QTEST_GUILESS_MAIN(PredictionsTest)
#include "predictions_test.moc"
