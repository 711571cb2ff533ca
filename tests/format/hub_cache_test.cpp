// SPDX-License-Identifier: GPL-3.0-or-later
// Names of models on the hub, and the cache of their files.

#include "base/error.h"
#include "format/hub/hub_cache.h"
#include "format/hub/hub_data.h"
#include "format/hub/hub_settings.h"

#include <QTemporaryDir>
#include <QTest>

using namespace tunedesk;
using namespace tunedesk::format;

class HubCacheTest : public QObject {
    Q_OBJECT

    const std::string commit_ = "0123456789abcdef0123456789abcdef01234567";

    static void put(const fs::path& file, const std::string& contents) {
        fs::create_directories(file.parent_path());
        write_file_atomically(file, contents);
    }
    /// A blob and its link in the snapshot.
    void add(const HubCache& cache, const std::string& name, const std::string& file,
             const std::string& etag) const {
        put(cache.part(name, etag), "contents of " + file);
        cache.commit_blob(name, etag);
        cache.link({name, commit_}, file, etag);
    }

private Q_SLOTS:
    void cleanup() {
        for (const char* name :
             {"HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE", "HF_HOME", "XDG_CACHE_HOME", "HF_ENDPOINT", "HF_TOKEN",
              "HUGGING_FACE_HUB_TOKEN", "HF_TOKEN_PATH", "HF_HUB_OFFLINE"})
            qunsetenv(name);
    }

    void names_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("is_name");
        for (const char* name :
             {"distilbert/distilbert-base-uncased", "sentence-transformers/all-MiniLM-L6-v2",
              "Qwen/Qwen2.5-0.5B", "a/b", "_x/y_"})
            QTest::newRow(name) << QString(name) << true;
        for (const char* path : {"",       "bert-base-uncased",
                                 "/a/b",   "a/b/c",
                                 "../b",   "a/..",
                                 "./a",    "a/.b",
                                 ".a/b",   "a--b/c",
                                 "a/b..c", "-a/b",
                                 "a/b-",   "a/b.git",
                                 "a /b",   "a/b@main",
                                 "~/b",    "a/",
                                 "/b",     "$A/b",
                                 "a\\b/c"})
            QTest::newRow(path) << QString(path) << false;
        QTest::newRow("long") << QString("a/") + QString(95, 'b') << false;
    }
    void names() {
        QFETCH(QString, text);
        QFETCH(bool, is_name);
        QCOMPARE(is_hub_name(text.toStdString()), is_name);
    }

    void names_with_revisions() {
        QCOMPARE(parse_hub_model("a/b").revision, std::string("main"));
        QCOMPARE(parse_hub_model("a/b@v1.0").name, std::string("a/b"));
        QCOMPARE(parse_hub_model("a/b@refs/pr/1").revision, std::string("refs/pr/1"));
        QCOMPARE(parse_hub_model("a/b", "v2").revision, std::string("v2"));
        QCOMPARE(parse_hub_model("a/b", "").revision, std::string("main"));
        for (const char* wrong :
             {"a", "a/b@", "a/b@../x", "a/b@-x", "a/b@x//y", "a/b@x y", "a/b@/x", "a/b@.x"})
            QVERIFY_THROWS_EXCEPTION(Error, parse_hub_model(wrong));
        QVERIFY_THROWS_EXCEPTION(Error, parse_hub_model("a/b@v1", "v2"));
    }

    void names_of_rows_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("name"); // empty: a path
        QTest::addColumn<QString>("revision");
        QTest::addColumn<QString>("part");
        const auto row = [](const char* text, const char* name, const char* revision, const char* part) {
            QTest::newRow(text) << text << name << revision << part;
        };
        row("org/rows", "org/rows", "main", "");
        row("org/rows:train", "org/rows", "main", "train");
        row("org/rows@v1:en/train", "org/rows", "v1", "en/train");
        row("org/rows@refs/convert/parquet", "org/rows", "refs/convert/parquet", "");
        row("org/rows:data/all.csv.gz", "org/rows", "main", "data/all.csv.gz");
        row("data/train.csv", "", "", "");
        row("data/train.JSONL.zst", "", "", "");
        row("data/pictures.zip", "", "", "");
        row("train.csv", "", "", "");
        row("/org/rows", "", "", "");
        row("a/b/c", "", "", "");
        row("org/rows:", "", "", "");
        row("org/rows:../train", "", "", "");
        row("org/rows:.hidden/a.csv", "", "", "");
        row("org/rows:a/b/c", "", "", "");
        row("org/rows@../x", "", "", "");
        row("org/rows@:train", "", "", "");
    }
    void names_of_rows() {
        QFETCH(QString, text);
        QFETCH(QString, name);
        QFETCH(QString, revision);
        QFETCH(QString, part);
        const auto rows = find_hub_rows(text.toStdString());
        QCOMPARE(rows.has_value(), !name.isEmpty());
        if (!rows) return;
        QCOMPARE(rows->data_set.name, name.toStdString());
        QCOMPARE(rows->data_set.revision, revision.toStdString());
        QCOMPARE(rows->part, part.toStdString());
        QCOMPARE(text_of(*rows), text.toStdString());
    }

    void where_the_cache_is() {
        qputenv("HOME", "/home/nn");
        QCOMPARE(hub_cache_folder(), fs::path("/home/nn/.cache/huggingface/hub"));
        qputenv("XDG_CACHE_HOME", "/caches");
        QCOMPARE(hub_cache_folder(), fs::path("/caches/huggingface/hub"));
        qputenv("HF_HOME", "~/hf");
        QCOMPARE(hub_cache_folder(), fs::path("/home/nn/hf/hub"));
        qputenv("HF_HUB_CACHE", "/models/");
        QCOMPARE(hub_cache_folder(), fs::path("/models/"));
    }

    void settings() {
        QTemporaryDir folder;
        qputenv("HF_HOME", folder.path().toUtf8());
        QCOMPARE(hub_settings().endpoint, std::string("https://huggingface.co"));
        QVERIFY(hub_settings().token.empty() && !hub_settings().is_offline);
        put(fs::path(folder.path().toStdString()) / "token", "hf_file\n");
        QCOMPARE(hub_settings().token, std::string("hf_file"));
        qputenv("HF_TOKEN", "hf_variable");
        QCOMPARE(hub_settings().token, std::string("hf_variable"));
        qputenv("HF_HUB_OFFLINE", "1");
        QVERIFY(hub_settings().is_offline);
        for (const char* right :
             {"https://hf-mirror.com/", "http://127.0.0.1:8080", "http://localhost", "http://[::1]:1"}) {
            qputenv("HF_ENDPOINT", right);
            QVERIFY(!hub_settings().endpoint.ends_with('/'));
        }
        for (const char* wrong : {"http://example.org", "ftp://127.0.0.1", "http://127.0.0.1.example.org",
                                  "x", "http://localhost@example.org", "https://", "https://a b"}) {
            qputenv("HF_ENDPOINT", wrong);
            QVERIFY_THROWS_EXCEPTION(Error, hub_settings());
        }
        qunsetenv("HF_ENDPOINT");
        qputenv("HF_TOKEN", "a\r\nHost: b");
        QVERIFY_THROWS_EXCEPTION(Error, hub_settings());
    }

    void a_snapshot_is_found_once_it_is_whole() {
        QTemporaryDir folder;
        const HubCache cache(folder.path().toStdString());
        const HubModel model{"org/m"};
        QVERIFY(!cache.snapshot_of(model));
        cache.set_ref(model, commit_);
        QCOMPARE(cache.commit_of(model), std::optional(commit_));
        add(cache, "org/m", "config.json", std::string(40, 'a'));
        QVERIFY(!cache.snapshot_of(model));
        add(cache, "org/m", "model.safetensors", std::string(64, 'b'));
        const fs::path snapshot = cache.repository("org/m") / "snapshots" / commit_;
        QCOMPARE(cache.snapshot_of(model), std::optional(snapshot));
        QCOMPARE(cache.snapshot_of({"org/m", commit_}), std::optional(snapshot));
        QVERIFY(!cache.snapshot_of({"org/m", "v1"}));
        QCOMPARE(fs::read_symlink(snapshot / "config.json"), fs::path("../../blobs") / std::string(40, 'a'));
        cache.link({"org/m", commit_}, "1_Pooling/config.json", std::string(40, 'a'));
        QCOMPARE(fs::read_symlink(snapshot / "1_Pooling" / "config.json"),
                 fs::path("../../../blobs") / std::string(40, 'a'));
    }

    void shards_must_all_be_there() {
        QTemporaryDir folder;
        const fs::path model = folder.path().toStdString();
        put(model / "config.json", "{}");
        put(model / "model.safetensors.index.json",
            R"({"weight_map": {"a": "1.safetensors", "b": "2.safetensors"}})");
        put(model / "1.safetensors", "");
        QVERIFY(!is_whole_model(model));
        put(model / "2.safetensors", "");
        QVERIFY(is_whole_model(model));
        put(model / "model.safetensors.index.json", R"({"weight_map": {"a": "../1.safetensors"}})");
        QVERIFY(!is_whole_model(model));
        put(model / "model.safetensors.index.json", "no JSON");
        QVERIFY(!is_whole_model(model));
    }

    void lists_and_removes() {
        QTemporaryDir folder;
        const HubCache cache(folder.path().toStdString());
        for (const char* name : {"org/m", "org/n-1"}) {
            add(cache, name, "config.json", std::string(40, 'a'));
            add(cache, name, "model.safetensors", std::string(64, 'b'));
        }
        cache.set_ref({"org/m", "main"}, commit_);
        cache.set_ref({"org/m", "refs/pr/1"}, commit_);
        fs::create_directories(cache.root() / "datasets--org--d");
        fs::create_directories(cache.root() / "models--nameless");
        const auto models = cache.models();
        QCOMPARE(models.size(), std::size_t(2));
        QCOMPARE(models[0].name, std::string("org/m"));
        QCOMPARE(models[0].refs.size(), std::size_t(2));
        QVERIFY(models[0].is_whole);
        QCOMPARE(models[0].bytes, std::uint64_t(23 + 29));
        QCOMPARE(models[1].name, std::string("org/n-1"));
        QVERIFY(models[1].refs.empty());
        QVERIFY(cache.remove("org/m"));
        QVERIFY(!cache.remove("org/m"));
        QVERIFY(!cache.remove("../x"));
        QCOMPARE(cache.models().size(), std::size_t(1));
    }

    void a_ref_that_is_no_commit_leads_nowhere() {
        QTemporaryDir folder;
        const HubCache cache(folder.path().toStdString());
        put(cache.repository("org/m") / "refs" / "main", "../../../etc");
        QVERIFY(!cache.commit_of({"org/m"}));
        QVERIFY(!cache.snapshot_of({"org/m"}));
    }
};

QTEST_GUILESS_MAIN(HubCacheTest)
#include "hub_cache_test.moc"
