// SPDX-License-Identifier: GPL-3.0-or-later
// The commands that read: report, list, compare and check, as the real program on real folders.
#include "base/error.h"
#include "event/folder/run_folder.h"
#include "preset/yaml/load.h"
#include "report/run_report.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <fcntl.h>
#include <map>
#include <sys/file.h>

using namespace tunedesk;

namespace {

struct Outcome {
    int code = -1;
    std::string out, err;
};

bool contains(const std::string& text, std::string_view part) {
    if (text.find(part) != std::string::npos) return true;
    qWarning("not in it: %s\n%s", std::string(part).c_str(), text.c_str());
    return false;
}

} // namespace

class ReadingTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> temporary_;
    fs::path folder_;

    Outcome tunedesk(const QStringList& arguments) const {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("XDG_STATE_HOME", QString::fromStdString(folder_ / "state"));
        environment.insert("XDG_CACHE_HOME", QString::fromStdString(folder_ / "cache"));
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(QString::fromStdString(folder_));
        process.start(TUNEDESK_BIN_DIR "/tunedesk", QStringList{"--no-gui"} + arguments);
        if (!process.waitForFinished(60'000)) qFatal("tunedesk did not end");
        return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
                process.readAllStandardOutput().toStdString(), process.readAllStandardError().toStdString()};
    }

    void put(const fs::path& name, std::string_view text) const {
        fs::create_directories((folder_ / name).parent_path());
        write_file_atomically(folder_ / name, text);
    }

    fs::path make_run(const char* name, double learning_rate, int hits) const {
        const fs::path root = folder_ / "runs" / name;
        fs::create_directories(root / "best");
        Preset preset;
        preset.name = std::string("preset of ") + name;
        preset.model.path = "/models/minilm";
        preset.data.train = "/data/train.csv";
        preset.data.validation = "/data/val.csv";
        preset.training.learning_rate = learning_rate;
        const event::RunFolder run{root};
        put(run.preset(), preset::to_yaml(preset));
        put(run.environment(), R"({"host":"a","cpu":{"cores":2}})");
        report::ConfusionMatrix matrix(2);
        matrix.add(0, 0, static_cast<std::uint64_t>(hits));
        matrix.add(0, 1, 10);
        matrix.add(1, 1, 90);
        const std::vector<std::string> names = {"bad", "good"};
        report::RunReport report;
        report.classification = classification_report(matrix, names);
        report.train_tokens_per_second = 1161;
        report.train_seconds = 61;
        report.peak_rss_bytes = 2ull << 30;
        report.steps = 250;
        report.best_step = 200;
        report.parameters = 22'713'986;
        report.trainable = 770;
        write_report_json(run.report_json(), report);
        put(run.report_text(), to_text(*report.classification));
        write_exit(run, {});
        return root;
    }

    void enlist(const fs::path& run, const char* name, const char* started) const {
        const Json entry{{"path", run.string()}, {"name", name}, {"started", started}};
        put(fs::path("state/tunedesk/runs") / (event::RunFolder{run}.identity() + ".json"), entry.dump());
    }

    /// A preset over a model that is made at random, with everything it names.
    void make_preset() const {
        put("model/config.json",
            R"({"model_type":"bert","vocab_size":12,"hidden_size":8,"num_hidden_layers":2,
            "num_attention_heads":2,"intermediate_size":16,"max_position_embeddings":16,"type_vocab_size":2,
            "hidden_act":"gelu","pad_token_id":0})");
        put("model/vocab.txt", "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\ngood\nbad\nfilm\nvery\n##s\n.\n");
        put("model/tokenizer_config.json", R"({"tokenizer_class":"BertTokenizer","do_lower_case":true})");
        std::string rows = "text,label\n";
        for (int row = 0; row < 20; ++row)
            rows +=
                row % 2 ? "a very very very very very very very very good film .,pos\n" : "a bad film,neg\n";
        put("train.csv", rows);
        put("val.csv", "text,label\na film,neg\na good film,pos\n");
        put("test.csv", "text,label\na bad film,neg\nfilms,pos\n");
        put("preset.yaml", R"(tunedesk: 1
name: tiny
model: {path: model, init: random}
data: {train: train.csv, validation: val.csv, test: test.csv, max_length: 10}
training: {per_device_train_batch_size: 6, num_train_epochs: 2}
parallel: {devices: cpu}
)");
    }

private Q_SLOTS:
    void init() {
        temporary_ = std::make_unique<QTemporaryDir>();
        folder_ = fs::canonical(temporary_->path().toStdString());
    }

    void report_of_a_finished_run() {
        const fs::path run = make_run("one", 5e-5, 100);
        const Outcome outcome = tunedesk({"report", "runs/one"});
        QCOMPARE(outcome.code, 0);
        QVERIFY(contains(outcome.out, "\n\n" + read_file(run / "report.txt", ErrorId::file_unreadable)));
        for (const char* part :
             {"state     done", "preset of one", "/models/minilm, 22,713,986 parameters, 770 of", "250 steps",
              "in 01:01; 1,161 tokens/s", "2 GiB", "accuracy 0.9500", "/one/best\n"})
            QVERIFY(contains(outcome.out, part));
        const Json json = Json::parse(tunedesk({"report", "--json", "runs/one"}).out);
        QCOMPARE(json.at("report").at("accuracy").get<double>(), 0.95);
        QCOMPARE(json.at("run").get<std::string>(), run.string());
        QCOMPARE(json.at("exit").at("code").get<int>(), 0);
        QVERIFY(json.at("final").is_null() && json.at("best").is_string());
    }

    void report_as_a_page() {
        make_run("one", 5e-5, 100);
        const Outcome outcome = tunedesk({"report", "runs/one", "--html", "one.html"});
        QCOMPARE(outcome.code, 0);
        QCOMPARE(outcome.err, std::string("wrote one.html\n"));
        const std::string page = read_file(folder_ / "one.html", ErrorId::file_unreadable);
        for (const char* part : {"<!DOCTYPE html>", "Accuracy 95.0 % (baseline 55.0 %)",
                                 "minilm, 22,713,986 parameters, 770 of them trained", "<td>good</td>"})
            QVERIFY(contains(page, part));
        const Outcome again = tunedesk({"report", "runs/one", "--html", "one.html"});
        QCOMPARE(again.code, 2);
        QVERIFY(contains(again.err, "file already exists"));
        QCOMPARE(tunedesk({"report", "runs/one", "--html", "one.html", "--force"}).code, 0);
        QCOMPARE(tunedesk({"report", "runs/one", "--html", "a.html", "--json"}).code, 2);
    }

    void report_of_a_failed_run() {
        const fs::path run = make_run("two", 5e-5, 100);
        fs::remove(run / "report.json");
        fs::remove(run / "report.txt");
        put(run / "events.jsonl",
            "{\"v\":1,\"rank\":0,\"rank_seq\":1,\"t\":1,\"type\":\"Step\",\"step\":120,\"loss\":0.5}\n");
        Error error =
            Error::in_words(7001, "rank 1 was killed by SIGKILL", "step 121", "tunedesk resume runs/two");
        event::write_exit({run}, event::exit_record(error.with_kept("step 100")));
        const Outcome outcome = tunedesk({"report", "runs/two"});
        QCOMPARE(outcome.code, 0);
        for (const char* part : {"failed (7)",
                                 "error[TD7001]: rank 1 was killed by SIGKILL; where (step 121); kept: "
                                 "step 100; next: tunedesk resume runs/two",
                                 "step 120, loss 0.5000", "There is no report yet. next: tunedesk resume "})
            QVERIFY(contains(outcome.out, part));
    }

    void report_of_no_run() {
        const Outcome outcome = tunedesk({"report", "runs/none"});
        QCOMPARE(outcome.code, 2);
        QVERIFY(contains(outcome.err, "error[TD2030]: run folder does not exist"));
        QVERIFY(contains(outcome.err, "next: list the runs: tunedesk list"));
    }

    void list_is_empty() {
        const Outcome outcome = tunedesk({"list"});
        QCOMPARE(outcome.code, 0);
        QVERIFY(contains(outcome.out, "No runs yet"));
        QCOMPARE(tunedesk({"list", "--json"}).out, std::string("[]\n"));
    }

    void list_shows_states() {
        const fs::path done = make_run("done", 5e-5, 100), live = make_run("live", 5e-5, 100),
                       dead = make_run("dead", 5e-5, 100);
        put(live / "events.jsonl",
            "{\"v\":1,\"rank\":0,\"rank_seq\":1,\"t\":1,\"type\":\"Step\",\"step\":1234,\"loss\":0.5}\n"
            "{\"v\":1,\"rank\":0,\"rank_seq\":1,\"t\":1,\"type\":\"Eval\",\"split\":\"val\",\"step\":1000,"
            "\"accuracy\":0.8,\"best\":true}\n"
            "{\"v\":1,\"rank\":0,\"rank_seq\":1,\"t\":1,\"type\":\"Eval\",\"split\":\"val\",\"step\":1200,"
            "\"accuracy\":0.7,\"best\":false}\n"
            "{\"v\":1,\"rank\":0,\"rank_seq\":1,\"t\":1,\"type\":\"State\",\"state\":\"paused\"}\n");
        fs::remove(dead / "exit.json");
        fs::remove(dead / "report.json");
        enlist(done, "first", "2026-11-21T07:00:00Z");
        enlist(live, "second", "2026-11-21T08:00:00Z");
        enlist(dead, "third", "2026-11-21T06:00:00Z");
        enlist(folder_ / "gone", "fourth", "2026-11-21T05:00:00Z");
        put("state/tunedesk/runs/damaged.json", "{\"path\":");
        const fs::path lock = folder_ / "state/tunedesk/locks" / event::RunFolder{live}.lock().filename();
        put(lock, "");
        FileDescriptor holder(::open(lock.c_str(), O_RDWR | O_CLOEXEC));
        QCOMPARE(::flock(holder.get(), LOCK_EX | LOCK_NB), 0);

        const Json json = Json::parse(tunedesk({"list", "--json"}).out);
        QCOMPARE(json.size(), std::size_t{4});
        const auto field = [&](std::size_t index, const char* name) { return json[index].at(name); };
        QCOMPARE(field(0, "name").get<std::string>(), std::string("second"));
        QCOMPARE(field(0, "state").get<std::string>(), std::string("paused"));
        QVERIFY(field(0, "running").get<bool>());
        QCOMPARE(field(0, "step").get<int>(), 1234);
        QCOMPARE(field(0, "accuracy").get<double>(), 0.8); // the best evaluation's, not the last one's
        QCOMPARE(field(1, "state").get<std::string>(), std::string("done"));
        QCOMPARE(field(1, "accuracy").get<double>(), 0.95);
        QCOMPARE(field(1, "step").get<int>(), 250);
        QCOMPARE(field(2, "state").get<std::string>(), std::string("interrupted"));
        QVERIFY(field(2, "accuracy").is_null());
        QCOMPARE(field(3, "state").get<std::string>(), std::string("folder gone"));

        const Outcome text = tunedesk({"list"});
        QVERIFY(contains(text.out, "2026-11-21T08:00:00Z  second  paused"));
        holder.reset();
        QCOMPARE(Json::parse(tunedesk({"list", "--json"}).out)[0].at("state").get<std::string>(),
                 std::string("done"));
    }

    void compare_writes_tables() {
        make_run("one", 5e-5, 100);
        make_run("two", 2e-5, 40);
        const Outcome outcome = tunedesk({"compare", "runs/one", "runs/two", "--out", "tables/here"});
        QCOMPARE(outcome.code, 0);
        for (const char* part : {"one  done     0.9500", "training.learning_rate  5e-05  2e-05"})
            QVERIFY(contains(outcome.out, part));
        QVERIFY(contains(read_file(folder_ / "tables/here/compare.md", ErrorId::file_unreadable),
                         "| training.learning_rate | 5e-05 |"));
        const std::string csv = read_file(folder_ / "tables/here/compare.csv", ErrorId::file_unreadable);
        QVERIFY(contains(csv, ",training.learning_rate\n"));
        QVERIFY(contains(csv, "two,preset of two,"));
        QVERIFY(contains(tunedesk({"compare", "runs/one", "runs/two", "--importance"}).out,
                         "\nImportance of settings for accuracy, 2 runs: at least 4 are needed.\n"));
    }

    void compare_needs_two() {
        make_run("one", 5e-5, 100);
        QCOMPARE(tunedesk({"compare", "runs/one"}).code, 2);
        QCOMPARE(tunedesk({"compare", "runs/one", "runs/none"}).code, 2);
        const Outcome twice = tunedesk({"compare", "runs/one", "runs/../runs/one/"});
        QCOMPARE(twice.code, 2);
        for (const char* part : {"runs/../runs/one/ is named twice and compared once", "TD2035"})
            QVERIFY(contains(twice.err, part));
    }

    void compare_names_what_is_damaged() {
        make_run("one", 5e-5, 100);
        put(make_run("two", 2e-5, 40) / "report.json", R"({"a":1})");
        const Outcome outcome = tunedesk({"compare", "runs/one", "runs/two"});
        QCOMPARE(outcome.code, 0);
        QVERIFY(contains(outcome.err, "runs/two: damaged: report.json: cannot read a file of the run"));
    }

    void check_of_a_good_preset() {
        make_preset();
        const Outcome outcome = tunedesk({"check", "preset.yaml"});
        QCOMPARE(outcome.err, std::string());
        QCOMPARE(outcome.code, 0);
        for (const char* part : {"Preset is valid. Next: tunedesk run preset.yaml", "0 = neg, 1 = pos",
                                 "20 train, 2 validation, 2 test", "10 texts truncated at 10",
                                 "test.csv are training rows too: test.csv:"})
            QVERIFY(contains(outcome.out, part));

        const Json json = Json::parse(tunedesk({"check", "--json", "preset.yaml"}).out);
        QVERIFY(json.at("ok").get<bool>());
        const Json& estimate = json.at("estimate");
        // 12+16+2 embeddings of 8, norm 16; two layers of 4 x 72 + 144 + 136 + 32; pooler 72, classifier 18
        QCOMPARE(estimate.at("parameters").get<int>(), 30 * 8 + 16 + 2 * (4 * 72 + 144 + 136 + 32) + 72 + 18);
        QCOMPARE(estimate.at("steps").get<int>(), 8);
        QCOMPARE(estimate.at("train_tokens").get<int>(), 10 * 10 + 10 * 5);
        QCOMPARE(json.at("truncated_rows").get<int>(), 10);
        QCOMPARE(estimate.at("memory_verdict").get<std::string>(), std::string("fits"));
        QVERIFY(json.at("machine").at("available_memory_bytes").get<double>() > 0);
    }

    void check_of_one_file_that_is_split() {
        make_preset();
        const Json json = Json::parse(
            tunedesk({"check", "preset.yaml", "--json", "--set", "data.validation=", "--set",
                      "data.test=", "--set", "data.validation_split=0.2", "--set", "data.test_split=0.1"})
                .out);
        QVERIFY(json.at("ok").get<bool>());
        QCOMPARE(json.at("rows").dump(), std::string(R"({"train":14,"validation":4,"test":2})"));
    }

    void check_warns_of_what_misleads() {
        make_preset();
        std::string text = "text,label\n";
        for (int i = 0; i < 10; ++i)
            text += i % 2 ? "the same,Pos\n" : "the same,pos\n";
        put("twins.csv", text);
        const Outcome outcome =
            tunedesk({"check", "preset.yaml", "--set", "data.train=twins.csv", "--set",
                      "data.validation=", "--set", "data.test=", "--set", "data.validation_split=0.2"});
        for (const char* part :
             {"2 rows cut off for the validation of ",
              "twins.csv are training rows too: twins.csv:", "classes of their own: \"Pos\", \"pos\""})
            QVERIFY2(contains(outcome.out + outcome.err, part), (outcome.out + outcome.err).c_str());
    }

    // What check prints and the window shows: one list, each with an id and rows.
    void check_lists_findings() {
        make_preset();
        put("val.csv", "text,label\na film,neg\n   ,neg\na good film,other\ntext,label\n");
        put("test.csv", "text\tlabel\n\"a \"\"bad\"\" film\"\tneg\nfilms\tpos\n");
        fs::rename(folder_ / "test.csv", folder_ / "test.tsv");
        const QStringList arguments{"check", "preset.yaml", "--json", "--set", "data.test=test.tsv"};
        const auto found = [&](const QStringList& more) {
            std::map<std::string, Json> findings;
            const Json json = Json::parse(tunedesk(arguments + more).out);
            for (const Json& finding : json.at("findings"))
                findings[finding.at("id").get<std::string>() + " " + finding.at("split").get<std::string>()] =
                    finding;
            findings["used"] = json.at("data");
            findings["ok"] = json.at("ok");
            return findings;
        };
        auto stopped = found({});
        QVERIFY(!stopped.at("ok").get<bool>());
        const Json& blank = stopped.at("rejected-rows validation");
        QCOMPARE(blank.at("rows").dump(),
                 std::string(R"([[3,1,"the text is empty",0,{"id":"empty-text","values":[]}]])"));
        QCOMPARE(blank.at("mend").get<std::string>(), std::string("leave-out"));
        QVERIFY(stopped.contains("quoted-fields test"));
        QVERIFY(stopped.contains("unseen-labels validation")); // not only once the blank row is gone

        auto skipped = found({"--set", "data.bad_rows=skip"});
        QVERIFY(skipped.at("ok").get<bool>());
        const Json& unseen = skipped.at("unseen-labels validation");
        QCOMPARE(unseen.at("count").get<int>(), 2); // the header's own "label" is one
        QCOMPARE(unseen.at("rows")[0][0].get<int>(), 4);
        QCOMPARE(unseen.at("mend").get<std::string>(), std::string("none"));
        QCOMPARE(skipped.at("repeated-header validation").at("rows")[0][0].get<int>(), 5);
        const Json& validation = skipped.at("used")[1];
        QCOMPARE(validation.at("used").get<int>(), 1);
        QCOMPARE(validation.at("rejected").get<int>(), 3);
        QCOMPARE(validation.at("total").get<int>(), 4);

        const Outcome text = tunedesk({"check", "preset.yaml", "--set", "data.test="});
        QCOMPARE(text.code, 3);
        QVERIFY(contains(text.err, "TD3101"));
    }

    void check_says_all_of_the_preset() {
        make_preset();
        put("wrong.yaml", "tunedesk: 1\nname: x\nmodel: {path: model}\ndata: {train: train.csv}\n"
                          "training: {optim: adamm, learning_rate: -1}\n");
        const Outcome outcome = tunedesk({"check", "wrong.yaml"});
        QCOMPARE(outcome.code, 2);
        QVERIFY(contains(outcome.err, "wrong.yaml:5:"));
        QVERIFY(contains(outcome.err, "training.optim"));
        QVERIFY(contains(outcome.err, "training.learning_rate"));
        const Json json = Json::parse(tunedesk({"check", "wrong.yaml", "--json"}).out);
        QVERIFY(!json.at("ok").get<bool>());
        QVERIFY(json.at("problems").size() >= 2);
    }

    // FAULTS 38
    void check_says_all_of_the_files() {
        make_preset();
        put("model/config.json", R"({"model_type":"gemma"})");
        put("val.csv", "text,label\na film,unknown\n");
        put("test.csv", "words,label\na film,neg\n");
        const Outcome outcome = tunedesk({"check", "preset.yaml"});
        QCOMPARE(outcome.code, 4);
        for (const char* part : {"error[TD43", "gemma", "unknown", "val.csv:2", "words"})
            QVERIFY(contains(outcome.err, part));
        const Json json = Json::parse(tunedesk({"check", "preset.yaml", "--json"}).out);
        QCOMPARE(json.at("problems").size(), std::size_t{3});
        QVERIFY(json.at("estimate").is_null());
    }

    void check_of_a_length_beyond_the_model() {
        make_preset();
        const Outcome outcome = tunedesk({"check", "preset.yaml", "--set", "data.max_length=17"});
        QCOMPARE(outcome.code, 4);
        QVERIFY(contains(outcome.err, "set data.max_length to 16"));
    }
};

QTEST_GUILESS_MAIN(ReadingTest)
#include "reading_test.moc"
