// SPDX-License-Identifier: GPL-3.0-or-later
// What a model folder cannot do is refused where it is opened, by every program alike, and before memory is
// read or written beyond a table; `check` finds what `run` would refuse.
#include "base/json.h"
#include "worker/worker_bench.h"

#include <QTest>

using namespace tunedesk;
using namespace tunedesk::test;

class ModelFoldersTest : public QObject {
    Q_OBJECT

    std::unique_ptr<WorkerBench> bench_;

    Ended tunedesk(const QStringList& arguments) const {
        return WorkerBench::wait(*bench_->start_tunedesk(arguments));
    }
    static QString text_of(const fs::path& path) { return QString::fromStdString(path.string()); }

    void change_config(const char* key, const Json& value) const {
        const fs::path path = bench_->model() / "config.json";
        Json config =
            parse_json(read_file(path, ErrorId::file_unreadable), "config.json", ErrorId::file_unreadable);
        config[key] = value;
        write_file_atomically(path, config.dump());
    }

    event::RunFolder trained(const Settings& settings) const {
        const event::RunFolder run = bench_->folder("run");
        const Ended ended = bench_->call(run, bench_->preset(settings));
        if (ended.code != 0) qWarning("%s", ended.err.c_str());
        return run;
    }

    /// `check` and `run` alike.
    void compare_refusals(const fs::path& preset, const std::string& id) const {
        const Ended check = tunedesk({"check", text_of(preset)}),
                    run = bench_->call(bench_->folder("refused" + id), preset);
        for (const Ended* ended : {&check, &run})
            QVERIFY2(ended->code == 4 && ended->err.find(id) != std::string::npos,
                     (ended->out + ended->err).c_str());
    }

private Q_SLOTS:
    void init() { bench_ = std::make_unique<WorkerBench>(); }

    void type_ids_beyond_the_table_are_refused() {
        change_config("type_vocab_size", 1);
        const fs::path pairs = bench_->preset(bench_->pairs());
        const QString file = text_of(bench_->root() / "pairs_test.csv"), model = text_of(bench_->model());
        for (const QStringList& arguments :
             {QStringList{"check", text_of(pairs)},
              QStringList{"run", text_of(pairs), "--run-dir", text_of(bench_->root() / "pairs")},
              QStringList{"tokenize", model, "--file", file, "--pair-column", "second"}}) {
            const Ended ended = tunedesk(arguments);
            QVERIFY2(ended.code == 4 && ended.err.find("TD4340") != std::string::npos, ended.err.c_str());
        }
        const event::RunFolder run = trained({{"training.num_train_epochs", "1"}});
        Ended ended = tunedesk({"predict", text_of(run.root), "--file", file, "--pair-column", "second"});
        QVERIFY2(ended.code == 4 && ended.err.find("TD4340") != std::string::npos, ended.err.c_str());
        ended = tunedesk({"predict", text_of(run.root), "--text", "word1"});
        QVERIFY2(ended.code == 0, ended.err.c_str());
    }

    void ids_beyond_the_table_are_refused() {
        const event::RunFolder run = trained({{"training.num_train_epochs", "1"}});
        const fs::path copy = bench_->root() / "copy"; // the run's own is refused as changed
        fs::copy(run.best(), copy, fs::copy_options::recursive);
        for (const fs::path& folder : {copy, bench_->model()})
            write_file_atomically(folder / "vocab.txt",
                                  read_file(folder / "vocab.txt", ErrorId::file_unreadable) +
                                      "more\nwords\n");
        const QString rows = text_of(bench_->rows("test"));
        for (const QStringList& arguments :
             {QStringList{"predict", text_of(copy), "--text", "more words"},
              QStringList{"check", text_of(bench_->preset())},
              QStringList{"tokenize", text_of(bench_->model()), "--file", rows}}) {
            const Ended ended = tunedesk(arguments);
            QVERIFY2(ended.code == 4 && ended.err.find("TD4221") != std::string::npos, ended.err.c_str());
        }
        const Ended ended = bench_->call(bench_->folder("another"), bench_->preset());
        QVERIFY2(ended.code == 4 && ended.err.find("TD4221") != std::string::npos, ended.err.c_str());
    }

    void positions_beyond_the_table_are_refused() {
        const QString model = text_of(bench_->model()), rows = text_of(bench_->rows("test"));
        const Ended ended = tunedesk({"tokenize", model, "--file", rows, "--max-length", "65"});
        QVERIFY2(ended.code == 4 && ended.err.find("TD4222") != std::string::npos, ended.err.c_str());
        change_config("max_position_embeddings", 1);
        const Ended none = tunedesk({"tokenize", model, "--file", rows});
        QVERIFY2(none.code == 4 && none.err.find("TD4341") != std::string::npos, none.err.c_str());
    }

    void heads_are_refused_by_check_as_by_run() {
        change_config("num_attention_heads", 3);
        compare_refusals(bench_->preset(), "TD4323");
        change_config("num_attention_heads", 1);
        change_config("hidden_size", 288);
        compare_refusals(bench_->preset(), "TD4333");
    }

    void labels_that_differ_from_the_models() {
        const event::RunFolder run = trained({{"training.num_train_epochs", "1"}});
        std::string rows = "text,label\n";
        for (int i = 0; i < 30; ++i)
            rows += "word" + std::to_string(i) + ",kind" + std::to_string(i % 2) + '\n';
        const fs::path file = bench_->root() / "kinds.csv";
        write_file_atomically(file, rows);
        Settings settings{{"model.path", run.best().string()},
                          {"model.init", "pretrained"},
                          {"training.num_train_epochs", "1"}};
        for (const char* split : {"data.train", "data.validation", "data.test"})
            settings[split] = file.string();
        compare_refusals(bench_->preset(settings), "TD4339");
        settings["model.ignore_mismatched_sizes"] = "true";
        const Ended ended = tunedesk({"check", text_of(bench_->preset(settings))});
        QVERIFY2(ended.code == 0, ended.err.c_str());
    }
};

QTEST_GUILESS_MAIN(ModelFoldersTest)
#include "model_folders_test.moc"
