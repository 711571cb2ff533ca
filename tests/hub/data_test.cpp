// SPDX-License-Identifier: GPL-3.0-or-later
// Data sets by name: which files are a split's, what is downloaded and made of them, and what is refused.

#include "base/error.h"
#include "data/rows/table.h"
#include "format/hub/hub_cache.h"
#include "hub/data_download.h"
#include "hub/data_layout.h"
#include "hub/hub_server.h"
#include "preset/schema/validation_sets.h"
#include "preset/yaml/load.h"

#include <sys/stat.h>

using namespace tunedesk;

Q_DECLARE_METATYPE(tunedesk::ErrorId)

namespace {

constexpr const char* folder_name = "datasets/org/rows";

std::string described(const std::vector<hub::DataFiles>& splits) {
    std::string text;
    for (const hub::DataFiles& split : splits) {
        text += (text.empty() ? "" : "; ") + split.part.config + '/' + split.part.split + ':';
        for (const hub::HubFile& file : split.files)
            text += ' ' + file.path;
    }
    return text;
}

} // namespace

class DataTest : public QObject {
    Q_OBJECT

    HubServer server_;
    QTemporaryDir home_;
    fs::path cache_;

    void put(const std::string& file, const std::string& text) { server_.put(folder_name, file, text); }

    hub::DownloadedData get(const std::string& name) const {
        hub::HubClient client(server_.settings(cache_));
        return hub::download_data(client, format::parse_hub_rows(name), {});
    }
    Error failure(const std::string& name) const {
        try {
            get(name);
        } catch (const Error& error) {
            return error;
        }
        return Error(ErrorId::program_failed, {"nothing was refused"});
    }
    static std::string text(const fs::path& file) { return read_file(file, ErrorId::file_unreadable); }
    static fs::path file_of(const std::string& rows, const char* role) {
        return format::file_of_rows(format::parse_hub_rows(rows), role).value_or(fs::path());
    }
    /// A program in Python's place: it has pyarrow, and does this to make a file.
    void set_python(const std::string& shell) const {
        const fs::path file = fs::path(home_.path().toStdString()) / "python";
        write_file_atomically(file,
                              "#!/bin/sh\n[ \"$3\" = 'import pyarrow.parquet' ] && exit 0\n" + shell + '\n');
        ::chmod(file.c_str(), 0700);
        qputenv("TUNEDESK_PYTHON", file.c_str());
    }

private Q_SLOTS:
    void init() {
        static int number = 0;
        const fs::path home = fs::path(home_.path().toStdString()) / std::to_string(++number);
        cache_ = home / "hub";
        qputenv("HF_HUB_CACHE", cache_.c_str());
        qputenv("XDG_CACHE_HOME", (home / "caches").c_str());
        fs::remove_all(server_.folder(folder_name));
        server_.clear_log();
    }

    void layouts_data() {
        QTest::addColumn<QString>("files");
        QTest::addColumn<QString>("readme");
        QTest::addColumn<QString>("splits");
        const auto row = [](const char* name, const char* files, const char* readme, const char* splits) {
            QTest::newRow(name) << files << readme << splits;
        };
        row("all are training rows", "a.csv b.csv notes.txt", "", "default/train: a.csv b.csv");
        row("by file names", "train.csv dev.csv my_test.csv", "",
            "default/train: train.csv; default/validation: dev.csv; default/test: my_test.csv");
        row("by folders", "train/a.jsonl training2.jsonl test/b.jsonl", "",
            "default/train: train/a.jsonl; default/test: test/b.jsonl");
        row("shards of any name",
            "data/train-00001-of-00002.csv data/train-00000-of-00002.csv "
            "data/extra-00000-of-00001.csv train.csv",
            "",
            "default/train: data/train-00000-of-00002.csv data/train-00001-of-00002.csv; "
            "default/extra: data/extra-00000-of-00001.csv");
        row("one format", "train.csv train_2.csv train_3.json", "", "default/train: train.csv train_2.csv");
        row("no hidden files", ".cache/train.csv __pycache__/train.csv dataset_infos.json train.csv", "",
            "default/train: train.csv");
        row("words within words", "trains.csv contest.csv", "", "default/train: contest.csv trains.csv");
        row("configurations", "en/a.csv en/b.csv de/a.csv",
            "---\nlicense: mit\nconfigs:\n- config_name: german\n  data_files: de/*.csv\n- config_name: "
            "english\n"
            "  default: true\n  data_files:\n  - split: train\n    path: en/a.csv\n  - split: test\n    "
            "path:\n"
            "    - en/b.*\ntags:\n- x\n---\n# Rows\n",
            "english/train: en/a.csv; english/test: en/b.csv; german/train: de/a.csv");
        row("a map of splits, and a folder", "x/train.csv x/dev.csv y/one.csv",
            "---\nconfigs:\n- config_name: b\n  data_dir: x\n- config_name: default\n  data_files: {test: "
            "'y/**'}\n---\n",
            "default/test: y/one.csv; b/train: x/train.csv; b/validation: x/dev.csv");
        row("a head that is no YAML", "train.csv", "---\nconfigs: [\n---\n", "default/train: train.csv");
        row("hostile names", "train.csv",
            "---\nconfigs:\n- config_name: ../../x\n  data_files: '*'\n- config_name: ok\n  data_files:\n"
            "  - split: ../y\n    path: '*'\n  - split: train\n    path: ../../../etc/passwd\n---\n",
            "default/train: train.csv");
        row("nothing", "picture.png", "", "");
    }
    void layouts() {
        QFETCH(QString, files);
        QFETCH(QString, readme);
        QFETCH(QString, splits);
        hub::HubModelInfo info;
        for (const QString& file : files.split(' '))
            info.files.push_back({file.toStdString(), 1, {}});
        QCOMPARE(QString::fromStdString(described(hub::data_layout(info, readme.toStdString()))), splits);
    }

    void patterns() {
        std::int64_t budget = 10'000;
        const auto matches = [&](const char* path, const char* pattern) {
            return hub::matches_pattern(path, pattern, budget);
        };
        QVERIFY(matches("data/train-1.csv", "data/train-*"));
        QVERIFY(matches("data/train-1.csv", "**/*.csv") && matches("a.csv", "**/*.csv"));
        QVERIFY(matches("a1.csv", "a[0-9].csv") && matches("ab.csv", "a[!0-9].csv") &&
                matches("a.csv", "?.csv"));
        QVERIFY(!matches("data/a.csv", "*.csv") && !matches("a.csv", "b*") && !matches("a.csv", ""));
        budget = 1'000;
        QVERIFY_THROWS_EXCEPTION(Error, matches(std::string(900, 'a').c_str(), "*a*a*a*a*a*a*a*a*a*b"));
    }

    void downloads_what_is_asked_for() {
        put("train.csv", "text,label\na,x\n");
        put("test.csv", "text,label\nb,y\n");
        put("large.bin", HubServer::weights());
        const hub::DownloadedData data = get("org/rows");
        QCOMPARE(data.splits.size(), std::size_t(2));
        QCOMPARE(data.folder.parent_path().parent_path(), cache_ / "datasets--org--rows");
        QVERIFY(!fs::exists(data.folder / "large.bin"));
        QCOMPARE(file_of("org/rows", "train"), data.folder / "train.csv");
        QCOMPARE(file_of("org/rows", "test"), data.folder / "test.csv");
        QCOMPARE(file_of("org/rows", "validation"), fs::path());
        QCOMPARE(file_of("org/rows:test", "train"), data.folder / "test.csv");
        const std::string at_commit = "org/rows@" + data.at_commit.revision + ":default/train";
        QCOMPARE(file_of(at_commit, "train"), data.folder / "train.csv");
        QCOMPARE(text_of(*format::rows_of_file(data.folder / "train.csv")), at_commit);
        QCOMPARE(data::read_table(data.folder / "train.csv", data::columns_of("text", "label")).rows().size(),
                 std::size_t(1));
        server_.clear_log();
        get("org/rows");
        QVERIFY2(server_.log().find("/resolve/") == std::string::npos, server_.log().c_str());
    }

    void one_split_and_one_file() {
        put("train.csv", "text,label\na,x\n");
        put("test.csv", "text,label\nb,y\n");
        QCOMPARE(get("org/rows:test").splits.size(), std::size_t(1));
        QVERIFY(server_.log().find("train.csv") == std::string::npos);
        const hub::DownloadedData data = get("org/rows:train.csv");
        QCOMPARE(file_of("org/rows:train.csv", "train"), data.folder / "train.csv");
        const Error none = failure("org/rows:dev");
        QVERIFY2(none.is(ErrorId::data_unreadable), none.line().c_str());
        QVERIFY2(none.message().find("default/train, default/test") != std::string::npos,
                 none.line().c_str());
    }

    void files_are_joined() {
        put("train_1.csv", "text,label\na,x\n");
        put("train_2.csv", "\xEF\xBB\xBFtext,label\r\nb,y");
        put("test.json", "[{\"text\": \"c\", \"label\": 1},\n {\"text\": \"d\", \"label\": 2}]");
        put("dev.json", "{\"text\": \"e\", \"label\": 1}\n{\"text\": \"f\", \"label\": 2}\n");
        const hub::DownloadedData data = get("org/rows");
        QCOMPARE(text(file_of("org/rows", "train")), std::string("text,label\na,x\nb,y\n"));
        QCOMPARE(text(file_of("org/rows", "test")),
                 std::string(" {\"text\": \"c\", \"label\": 1}\n  {\"text\": \"d\", \"label\": 2} \n"));
        QCOMPARE(text(file_of("org/rows", "validation")), text(data.folder / "dev.json"));
        QCOMPARE(text_of(*format::rows_of_file(file_of("org/rows", "test"))),
                 "org/rows@" + data.at_commit.revision + ":default/test");
        put("train_2.csv", "label,text\ny,b\n");
        QVERIFY(failure("org/rows").is(ErrorId::data_unreadable));
        put("test.json", "{\n \"data\": []\n}");
        QVERIFY(failure("org/rows:test").is(ErrorId::data_unreadable));
    }

    void parquet_is_converted_in_another_process() {
        put("train.parquet", "PAR1");
        qputenv("TUNEDESK_PYTHON", "/bin/false");
        const Error unable = failure("org/rows");
        QVERIFY2(unable.is(ErrorId::parquet_unsupported), unable.line().c_str());
        QVERIFY(server_.log().find("train.parquet") == std::string::npos); // nothing large came before
        set_python("echo 'Traceback' >&2; echo 'ArrowInvalid: no footer' >&2; exit 1");
        const Error damaged = failure("org/rows");
        QVERIFY2(damaged.is(ErrorId::data_unreadable) &&
                     damaged.message().find("ArrowInvalid: no footer") != std::string::npos,
                 damaged.line().c_str());
        QCOMPARE(file_of("org/rows", "train"), fs::path());
        set_python("echo '{\"text\": \"a\"}' > \"$6\"; cat \"$7\" >> \"$6\"");
        get("org/rows");
        QCOMPARE(text(file_of("org/rows", "train")), std::string("{\"text\": \"a\"}\nPAR1"));
    }

    void a_preset_names_them() {
        put("train.csv", "text,label\na,x\n");
        const auto train_of = [] {
            return preset::parse_draft("data: {train: org/rows}", "p.yaml", "/tmp").loaded.preset.data.train;
        };
        QCOMPARE(train_of(), std::string("org/rows")); // nothing is asked of the hub
        QVERIFY_THROWS_EXCEPTION(Error, format::require_rows_downloaded("org/rows", "data.train"));
        QCOMPARE(server_.log(), std::string());
        const hub::DownloadedData data = get("org/rows");
        QCOMPARE(train_of(), (data.folder / "train.csv").string());
        const Preset lists =
            preset::parse_draft("data: {extra_validation: [\"org/rows:train\", org/rows]}", "p.yaml", "/tmp")
                .loaded.preset;
        const std::vector<std::string> files{(data.folder / "train.csv").string(), "org/rows"};
        QVERIFY(lists.data.extra_validation == files); // it has no validation rows
        QCOMPARE(preset::extra_validation_names(lists).front(), std::string("rows_train"));
        const std::string yaml = preset::to_yaml(lists);
        QVERIFY2(yaml.find("org/rows@" + data.at_commit.revision + ":default/train") != std::string::npos,
                 yaml.c_str());
        QVERIFY(preset::parse_draft(yaml, "p.yaml", "/tmp").loaded.preset.data.extra_validation == files);
        const fs::path notes = format::data_set_folder(data.at_commit) / "splits.json";
        write_file_atomically(notes,
                              R"({"splits": [{"config": "default", "split": "train", "file": "../../x"}]})");
        QCOMPARE(train_of(), std::string("org/rows"));
        write_file_atomically(notes, "[");
        QCOMPARE(train_of(), std::string("org/rows"));
    }

    void refused_data() {
        QTest::addColumn<QString>("faults");
        QTest::addColumn<ErrorId>("id");
        const auto row = [](const char* name, const Json& faults, ErrorId id) {
            QTest::newRow(name) << QString::fromStdString(faults.dump()) << id;
        };
        row("another byte", {{"garble", "train.csv"}}, ErrorId::hub_file_mismatch);
        row("a byte more", {{"longer", "train.csv"}}, ErrorId::hub_file_mismatch);
        row("another size", {{"sizes", {{"train.csv", 7}}}}, ErrorId::hub_file_mismatch);
        row("out of the folder", {{"names", Json::array({"../../train.csv"})}}, ErrorId::hub_answer_invalid);
        row("no JSON", {{"text", "<html>"}}, ErrorId::hub_answer_invalid);
        row("too many requests", {{"status", 429}}, ErrorId::hub_refused);
        row("gated", {{"gated", true}}, ErrorId::hub_model_gated);
        row("private", {{"private", true}}, ErrorId::hub_model_missing);
        row("another host", {{"redirect", "http://192.0.2.1/train.csv"}}, ErrorId::hub_redirect_refused);
    }
    void refused() {
        QFETCH(QString, faults);
        QFETCH(ErrorId, id);
        std::string rows = "text,label\n";
        while (rows.size() < 20'000)
            rows += "a text of some length,a label\n";
        put("train.csv", rows);
        server_.set_faults(folder_name, Json::parse(faults.toStdString()));
        const Error error = failure("org/rows");
        QVERIFY2(error.is(id), error.line().c_str());
        QCOMPARE(file_of("org/rows", "train"), fs::path());
        if (error.is(ErrorId::hub_file_mismatch))
            QVERIFY2(error.next().find("tunedesk data get org/rows") != std::string::npos,
                     error.line().c_str());
        if (error.is(ErrorId::hub_model_gated))
            QVERIFY2(error.next().find("/datasets/org/rows") != std::string::npos, error.line().c_str());
    }

    /// A part that a data set of the cache lacks is told from one that was not downloaded.
    void parts_that_there_are() {
        put("train.csv", "text,label\ngood,1\n");
        put("test.csv", "text,label\nfine,1\n");
        get("org/rows:train");
        const auto names_instead = [](const char* rows, const char* role) {
            return format::part_names(format::parts_instead(format::parse_hub_rows(rows), role));
        };
        const std::string both = "default/train, default/test";
        QCOMPARE(names_instead("org/rows:dev", "train"), both);
        QCOMPARE(names_instead("org/rows", "validation"), both);
        for (const char* there :
             {"org/rows:train", "org/rows:test", "org/rows:default/test", "org/rows:a.csv"})
            QCOMPARE(names_instead(there, "validation"), std::string());
        QCOMPARE(names_instead("org/other:dev", "train"), std::string());
        const auto refusal = [](const char* rows, const char* key) {
            try {
                format::require_rows_downloaded(rows, key);
            } catch (const Error& error) {
                return error.message() + " (" + error.where() + ") -> " + error.next();
            }
            return std::string();
        };
        QCOMPARE(refusal("org/rows", "data.validation"),
                 "cannot read the file: the data set has no validation; it has " + both +
                     " (data.validation) -> name a part: data.validation: org/rows:default/train");
        QVERIFY(refusal("org/rows:test", "data.test").ends_with("tunedesk data get org/rows:test"));
        // Another part keeps what is known of all.
        get("org/rows:test");
        QCOMPARE(names_instead("org/rows:dev", "train"), both);
    }
};

QTEST_GUILESS_MAIN(DataTest)
#include "data_test.moc"
