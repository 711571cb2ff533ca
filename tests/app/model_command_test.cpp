// SPDX-License-Identifier: GPL-3.0-or-later
// `tunedesk model`, `data` and `publish`, and runs of models and data sets by name, against a hub of our own
// (tests/hub).

#include "hub/hub_server.h"
#include "texts.h"

#include <QElapsedTimer>
#include <csignal>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

constexpr const char* small_name = "org/small";
constexpr const char* real_name = "sentence-transformers/all-MiniLM-L6-v2";
const fs::path real_folder = TUNEDESK_SOURCE_DIR "/.deps/models/all-MiniLM-L6-v2";

struct Outcome {
    int code = -1;
    std::string out, err;
};

} // namespace

class ModelCommandTest : public QObject {
    Q_OBJECT

    HubServer server_;
    QTemporaryDir home_;

    fs::path home() const { return home_.path().toStdString(); }

    QString token_; ///< HF_TOKEN

    std::unique_ptr<QProcess> start(const QStringList& arguments, bool is_offline = false) const {
        auto process = std::make_unique<QProcess>();
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("HF_ENDPOINT", QString::fromStdString(server_.endpoint()));
        environment.insert("HF_HOME", home_.filePath("hf"));
        for (const char* name : {"HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE", "HF_TOKEN", "HF_TOKEN_PATH"})
            environment.remove(name);
        environment.insert("HF_HUB_OFFLINE", is_offline ? "1" : "0");
        if (!token_.isEmpty()) environment.insert("HF_TOKEN", token_);
        for (const char* name : {"XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"})
            environment.insert(name, home_.filePath(name));
        process->setProcessEnvironment(environment);
        process->setWorkingDirectory(home_.path());
        process->start(TUNEDESK_BIN_DIR "/tunedesk", QStringList{"--no-gui"} + arguments);
        return process;
    }
    Outcome call(const QStringList& arguments, bool is_offline = false) const {
        const auto process = start(arguments, is_offline);
        if (!process->waitForFinished(300'000)) return {-1, "", "it did not end"};
        return {process->exitStatus() == QProcess::NormalExit ? process->exitCode() : -1,
                process->readAllStandardOutput().toStdString(),
                process->readAllStandardError().toStdString()};
    }

    static std::string rows() {
        std::string rows = "text,label\n";
        for (int i = 0; i < 24; ++i)
            rows += (i % 2 ? "a good film,good\n" : "a bad film,bad\n");
        return rows;
    }
    void write_preset(const std::string& name) const {
        write_file_atomically(home() / "rows.csv", rows());
        write_file_atomically(home() / "preset.yaml",
                              "tunedesk: 1\nname: by name\ntask: text-classification\nmodel: {path: " + name +
                                  "}\ndata: {train: rows.csv, validation: rows.csv, test: rows.csv}\n"
                                  "training: {max_steps: 2, per_device_train_batch_size: 4}\n"
                                  "evaluation: {strategy: \"no\"}\n");
    }

private Q_SLOTS:
    void init() {
        fs::remove_all(home() / "hf");
        fs::remove_all(server_.folder(small_name));
        server_.put_model(small_name);
    }

    void get_list_remove() {
        const Outcome got = call({"model", "get", small_name, "--json"});
        QVERIFY2(got.code == 0, got.err.c_str());
        const Json answer = Json::parse(got.out);
        const fs::path folder = answer.at("folder").get<std::string>();
        QCOMPARE(folder.parent_path().parent_path(), home() / "hf" / "hub" / "models--org--small");
        QVERIFY(fs::exists(folder / "model.safetensors"));
        QCOMPARE(answer.at("commit").get<std::string>(), folder.filename().string());

        const Json list = Json::parse(call({"model", "list", "--json"}, true).out);
        QCOMPARE(list.size(), std::size_t(1));
        QCOMPARE(list[0].at("name").get<std::string>(), std::string(small_name));
        QVERIFY(list[0].at("complete").get<bool>());
        QVERIFY(list[0].at("bytes").get<std::int64_t>() > 60'000);
        const Outcome table = call({"model", "list"});
        QVERIFY2(has(table.out, "org/small") && has(table.out, "main"), table.out.c_str());

        const Outcome removed = call({"model", "remove", small_name});
        QVERIFY2(removed.code == 0 && has(removed.out, "removed: org/small"), removed.err.c_str());
        QVERIFY(!fs::exists(home() / "hf" / "hub" / "models--org--small"));
        QCOMPARE(call({"model", "remove", small_name}).code, 4);
    }

    void search() {
        const Outcome found = call({"model", "search", "small"});
        QVERIFY2(found.code == 0 && has(found.out, "org/small") && has(found.out, "apache-2.0"),
                 found.err.c_str());
        const Json list = Json::parse(call({"model", "search", "small", "--json"}).out);
        QCOMPARE(list.at(0).at("supported").get<bool>(), true);
        QVERIFY(has(call({"model", "search", "nothing like it"}).out, "No models found"));
        server_.put("datasets/org/found", "train.csv", rows());
        server_.set_faults("datasets/org/found", {{"tags", {"format:csv", "size_categories:n<1K"}}});
        const Outcome data = call({"data", "search", "fou"});
        QVERIFY2(data.code == 0 && has(data.out, "org/found") && has(data.out, "n<1K"), data.err.c_str());
        QCOMPARE(Json::parse(call({"data", "search", "fou", "--json"}).out).at(0).at("supported").get<bool>(),
                 true);
        QVERIFY(has(call({"data", "search", "nothing like it"}).out, "No data sets found"));
    }

    void mistakes_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("says");
        QTest::newRow("no name") << QStringList{"model", "get", "../x"} << 2 << "error[TD2124]";
        QTest::newRow("unknown") << QStringList{"model", "get", "org/none"} << 4 << "error[TD4370]";
        QTest::newRow("no revision") << QStringList{"model", "get", "org/small@v9"} << 4 << "error[TD4375]";
    }
    void mistakes() {
        QFETCH(QStringList, arguments);
        QFETCH(int, code);
        QFETCH(QString, says);
        const Outcome outcome = call(arguments);
        QVERIFY2(outcome.code == code && has(outcome.err, says.toStdString()), outcome.err.c_str());
    }

    void an_interrupt_cancels() {
        server_.set_faults(small_name, {{"drip", "model.safetensors"}});
        server_.clear_log();
        const auto process = start({"model", "get", small_name});
        QElapsedTimer timer;
        timer.start();
        while (!has(server_.log(), "GET /cdn/") && timer.elapsed() < 30'000)
            QTest::qWait(50);
        ::kill(static_cast<pid_t>(process->processId()), SIGINT);
        QVERIFY(process->waitForFinished(30'000));
        const std::string said = process->readAllStandardError().toStdString();
        QVERIFY2(process->exitCode() == 75 && has(said, "error[TD9003]"), said.c_str());
        server_.set_faults(small_name, Json::object());
        QCOMPARE(call({"model", "get", small_name}).code, 0);
    }

    void a_missing_model_is_said_and_nothing_is_asked() {
        write_preset(small_name);
        server_.clear_log();
        for (const char* command : {"check", "run"}) {
            const Outcome outcome = call({command, "preset.yaml"});
            const std::string said = outcome.out + outcome.err;
            QVERIFY2(outcome.code != 0 && has(said, "TD4377") && has(said, "tunedesk model get org/small"),
                     said.c_str());
        }
        QCOMPARE(server_.log(), std::string());
    }

    void a_folder_comes_before_a_name() {
        write_preset(small_name);
        fs::create_directories(home() / "org" / "small");
        const Outcome outcome = call({"run", "preset.yaml"});
        fs::remove_all(home() / "org");
        QVERIFY2(has(outcome.err, "TD4001") && has(outcome.err, (home() / "org" / "small").string()),
                 outcome.err.c_str());
    }

    void get_then_run() {
        if (!fs::exists(real_folder)) QSKIP("no model in .deps/models: packaging/setup.sh --tests");
        fs::create_directories(server_.folder(real_name).parent_path());
        fs::create_symlink(real_folder, server_.folder(real_name));
        const Outcome got = call({"model", "get", real_name, "--json"});
        QVERIFY2(got.code == 0, got.err.c_str());
        const auto commit = Json::parse(got.out).at("commit").get<std::string>();
        write_preset(real_name);
        const Outcome checked = call({"check", "preset.yaml"}, true);
        QVERIFY2(checked.code == 0, (checked.out + checked.err).c_str());
        const Outcome run = call({"run", "preset.yaml", "--run-dir", "run"}, true);
        QVERIFY2(run.code == 0, run.err.c_str());
        const auto text = [&](const char* file) {
            return read_file(home() / "run" / file, ErrorId::file_unreadable);
        };
        QVERIFY2(has(text("preset.yaml"), real_name) && has(text("preset.yaml"), commit),
                 text("preset.yaml").c_str());
        const Json environment = Json::parse(text("environment.json"));
        QCOMPARE(environment.at("model").at("name").get<std::string>(), std::string(real_name));
        QCOMPARE(environment.at("model").at("commit").get<std::string>(), commit);
        QVERIFY(fs::exists(home() / "run" / "final" / "tokenizer.json"));
        QVERIFY(!fs::is_symlink(home() / "run" / "final" / "tokenizer.json"));

        const Outcome ids = call({"tokenize", real_name, "--file", "rows.csv"}, true);
        QVERIFY2(ids.code == 0 && has(ids.out, "101,"), ids.err.c_str());
        fs::rename(home() / "run" / "final", server_.folder("org/own"));
        QVERIFY2(has(call({"predict", "org/own", "--text", "a good film"}).err, "error[TD4377]"),
                 "it is not downloaded");
        QCOMPARE(call({"model", "get", "org/own"}).code, 0);
        const Outcome predicted = call({"predict", "org/own@main", "--text", "a good film", "--json"}, true);
        QVERIFY2(predicted.code == 0 && has(predicted.out, "good"), predicted.err.c_str());
        fs::remove_all(server_.folder("org/own"));
        fs::remove_all(home() / "run");
    }

    void run_downloads_on_request() {
        if (!fs::exists(real_folder)) QSKIP("no model in .deps/models: packaging/setup.sh --tests");
        write_preset(real_name);
        const Outcome run = call({"run", "preset.yaml", "--run-dir", "run", "--download"});
        QVERIFY2(run.code == 0, run.err.c_str());
        fs::remove_all(home() / "run");
    }

    void data_get_list_remove() {
        server_.put("datasets/org/rows", "train.csv", rows());
        server_.put("datasets/org/rows", "test.csv", rows());
        const Outcome got = call({"data", "get", "org/rows"});
        QVERIFY2(got.code == 0 && has(got.out, "  train: org/rows\n  test: org/rows\n  text_column: text\n"),
                 (got.out + got.err).c_str());
        const Json list = Json::parse(call({"data", "list", "--json"}, true).out);
        QCOMPARE(list.at(0).at("splits").get<std::string>(), std::string("default/train, default/test"));
        const Outcome made = call({"preset", "new", "--yes", "--train", "org/rows"}, true);
        QVERIFY2(has(made.out, "train: \"org/rows\"") && has(made.out, "test: \"org/rows\""),
                 made.out.c_str());
        QCOMPARE(call({"data", "remove", "org/rows"}).code, 0);
        QVERIFY(!fs::exists(home() / "hf" / "hub" / "datasets--org--rows"));
        const Outcome gone = call({"data", "remove", "org/rows"});
        QVERIFY2(gone.code == 3 && has(gone.err, "tunedesk data get org/rows"), gone.err.c_str());
        QCOMPARE(call({"data", "get", "../x"}).code, 2);
        QCOMPARE(call({"data", "get", "org/none"}).code, 4);
    }

    void rows_by_name() {
        if (!fs::exists(real_folder)) QSKIP("no model in .deps/models: packaging/setup.sh --tests");
        server_.put("datasets/org/rows", "train.csv", rows());
        server_.put("datasets/org/rows", "dev.csv", rows());
        server_.put("datasets/org/more", "valid.csv", rows());
        write_file_atomically(
            home() / "named.yaml",
            "tunedesk: 1\nname: rows by name\ntask: text-classification\nmodel: {path: " +
                real_folder.string() +
                "}\ndata: {train: org/rows, validation: \"org/rows\", test: \"org/rows:validation\", "
                "extra_validation: [\"org/more\"]}\n"
                "training: {max_steps: 2, per_device_train_batch_size: 4}\n"
                "evaluation: {strategy: \"no\"}\n");
        server_.clear_log();
        const Outcome missing = call({"run", "named.yaml"});
        QVERIFY2(missing.code == 3 && has(missing.err, "next: tunedesk data get org/rows"),
                 missing.err.c_str());
        QCOMPARE(server_.log(), std::string());
        const Outcome run = call({"run", "named.yaml", "--run-dir", "named", "--download"});
        QVERIFY2(run.code == 0, run.err.c_str());
        const auto text = [&](const char* file) {
            return read_file(home() / "named" / file, ErrorId::file_unreadable);
        };
        const Json sets = Json::parse(text("environment.json")).at("data_sets");
        const auto commit = sets.at("train").at("commit").get<std::string>();
        QCOMPARE(sets.at("test").at("part").get<std::string>(), std::string("default/validation"));
        QVERIFY2(has(text("preset.yaml"), "org/rows@" + commit + ":default/train"),
                 text("preset.yaml").c_str());
        const Json& more = sets.at("extra_validation more_validation");
        QVERIFY2(has(text("preset.yaml"), "org/more@" + more.at("commit").get<std::string>()),
                 text("preset.yaml").c_str());
        QVERIFY2(has(text("report.json"), "more_validation"), text("report.json").c_str());
        QVERIFY2(call({"report", "named"}, true).code == 0, "the run opens");

        server_.clear_log();
        const QStringList command{"publish", "named", "us/films"};
        const Outcome dry = call(command + QStringList{"--dry-run"});
        QVERIFY2(dry.code == 0 && has(dry.out, "model.safetensors") && has(dry.out, "as us/films"),
                 (dry.out + dry.err).c_str());
        QCOMPARE(server_.log(), std::string());
        QCOMPARE(call(command).code, 4); // without a token
        token_ = "right";
        const Outcome done = call(command + QStringList{"--private"});
        token_.clear();
        QVERIFY2(done.code == 0 && has(done.out, "published: ") && !has(done.out + done.err, "right"),
                 (done.out + done.err).c_str());
        QVERIFY(fs::exists(server_.folder("us/films") / "README.md"));
        QVERIFY(fs::is_empty(home() / "XDG_CACHE_HOME" / "tunedesk" / "publish"));
        fs::remove_all(home() / "named");
    }

    void bundles_carry_the_name() {
        write_preset(small_name);
        const Outcome exported =
            call({"preset", "export", "preset.yaml", "--bundle", "--out", "shared.tunedesk"});
        QVERIFY2(exported.code == 0, exported.err.c_str());
        const Outcome imported = call({"preset", "import", "shared.tunedesk", "--out", "unpacked"});
        QVERIFY2(imported.code == 0, imported.err.c_str());
        const std::string preset = read_file(home() / "unpacked" / "preset.yaml", ErrorId::file_unreadable);
        fs::remove_all(home() / "unpacked");
        QVERIFY2(has(preset, "org/small") && !has(preset, "models/small"), preset.c_str());
    }
};

QTEST_GUILESS_MAIN(ModelCommandTest)
#include "model_command_test.moc"
