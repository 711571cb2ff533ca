// SPDX-License-Identifier: GPL-3.0-or-later
// The cache is huggingface_hub's: what one program has downloaded the other finds, file for file.

#include "base/error.h"
#include "format/hub/hub_cache.h"
#include "hub/data_download.h"
#include "hub/hub_download.h"
#include "hub/hub_publish.h"
#include "hub/hub_server.h"

#include <set>

using namespace tunedesk;

class LayoutTest : public QObject {
    Q_OBJECT

    HubServer server_;
    QTemporaryDir home_;

    QString python_; ///< empty: it has no huggingface_hub

    static QString find_python() {
        const QString given = qEnvironmentVariable("TUNEDESK_PYTHON");
        const QString found =
            given.isEmpty() ? QStringLiteral(TUNEDESK_SOURCE_DIR "/.deps/peer/bin/python") : given;
        QProcess probe;
        probe.start(found, {"-c", "import huggingface_hub"});
        return probe.waitForFinished(60'000) && probe.exitCode() == 0 ? found : QString();
    }

    /// What the client prints; its own messages where it fails.
    QString call(const QString& code, const QString& cache, bool is_offline) const {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("HF_ENDPOINT", QString::fromStdString(server_.endpoint()));
        environment.insert("HF_HUB_CACHE", cache);
        environment.insert("HF_HOME", home_.filePath("home"));
        environment.insert("HF_HUB_DISABLE_XET", "1");
        environment.insert("HF_HUB_DISABLE_PROGRESS_BARS", "1");
        environment.insert("HF_HUB_OFFLINE", is_offline ? "1" : "0");
        process.setProcessEnvironment(environment);
        process.start(
            python_,
            {"-c",
             "from huggingface_hub import hf_hub_download, scan_cache_dir, snapshot_download\n" + code});
        if (!process.waitForFinished(120'000)) return "it did not end";
        const QByteArray said = process.readAllStandardOutput().trimmed();
        return process.exitCode() == 0 ? QString(said) : QString(said + process.readAllStandardError());
    }

    /// Names, links and contents below a folder.
    static std::set<std::string> tree(const fs::path& folder) {
        std::set<std::string> lines;
        for (const auto& entry : fs::recursive_directory_iterator(folder)) {
            std::string line = entry.path().lexically_relative(folder).string();
            if (entry.is_symlink())
                line += " -> " + fs::read_symlink(entry.path()).string();
            else if (entry.is_regular_file())
                line += ": " + read_file(entry.path(), ErrorId::file_unreadable);
            lines.insert(line);
        }
        return lines;
    }

private Q_SLOTS:
    void initTestCase() {
        python_ = find_python();
        server_.put_model("org/small");
        fs::remove(server_.folder("org/small") / "pytorch_model.bin");
        fs::remove_all(server_.folder("org/small") / "onnx");
    }

    void equals_the_clients_tree() {
        if (python_.isEmpty()) QSKIP("no Python with huggingface_hub: set TUNEDESK_PYTHON");
        const QString theirs = home_.filePath("theirs"), ours = home_.filePath("ours");
        const QString said = call("print(snapshot_download('org/small'))", theirs, false);
        QVERIFY2(said.startsWith(theirs), qPrintable(said));
        hub::HubClient client(server_.settings(ours.toStdString()));
        hub::download_model(client, {"org/small"}, {});
        const format::HubCache a(theirs.toStdString()), b(ours.toStdString());
        const auto expected = tree(a.repository("org/small"));
        QVERIFY(expected.size() >= 12);
        for (const std::string& line : expected)
            QVERIFY2(tree(b.repository("org/small")).contains(line), line.c_str());
        QCOMPARE(tree(b.repository("org/small")).size(), expected.size());
    }

    void the_client_finds_ours() {
        if (python_.isEmpty()) QSKIP("no Python with huggingface_hub: set TUNEDESK_PYTHON");
        const QString cache = home_.filePath("ours");
        hub::HubClient client(server_.settings(cache.toStdString()));
        const fs::path folder = hub::download_model(client, {"org/small"}, {});
        QCOMPARE(call("print(snapshot_download('org/small'))", cache, true),
                 QString::fromStdString(folder.string()));
        QCOMPARE(call("print(hf_hub_download('org/small', 'model.safetensors'))", cache, true),
                 QString::fromStdString((folder / "model.safetensors").string()));
        const QString scanned = call("info = scan_cache_dir()\n"
                                     "print(len(info.warnings), [r.repo_id for r in info.repos], "
                                     "[sorted(v.refs) for r in info.repos for v in r.revisions])",
                                     cache, true);
        QCOMPARE(scanned, QString("0 ['org/small'] [['main']]"));
    }

    void we_find_the_clients() {
        if (python_.isEmpty()) QSKIP("no Python with huggingface_hub: set TUNEDESK_PYTHON");
        const QString cache = home_.filePath("of the client");
        const QString said = call("print(snapshot_download('org/small', revision='v1'))", cache, false);
        const format::HubCache found(cache.toStdString());
        QCOMPARE(found.snapshot_of({"org/small", "v1"}), std::optional(fs::path(said.toStdString())));
        const auto models = found.models();
        QCOMPARE(models.size(), std::size_t(1));
        QVERIFY(models[0].is_whole);
        QCOMPARE(models[0].refs, std::vector<std::string>{"v1"});
        server_.clear_log();
        hub::HubClient client(server_.settings(cache.toStdString()));
        hub::download_model(client, {"org/small"}, {}); // its blobs are taken
        QVERIFY2(server_.log().find("/resolve/") == std::string::npos, server_.log().c_str());
        QVERIFY(found.snapshot_of({"org/small"}));
    }

    void the_client_finds_our_data_set() {
        if (python_.isEmpty()) QSKIP("no Python with huggingface_hub: set TUNEDESK_PYTHON");
        server_.put("datasets/org/rows", "train.csv", "text,label\na,x\n");
        server_.put("datasets/org/rows", "README.md", "# Rows\n");
        const QString cache = home_.filePath("ours"), theirs = home_.filePath("theirs");
        qputenv("XDG_CACHE_HOME", home_.filePath("caches").toUtf8());
        qputenv("HF_HUB_CACHE", cache.toUtf8());
        hub::HubClient client(server_.settings(cache.toStdString()));
        const hub::DownloadedData data = hub::download_data(client, format::parse_hub_rows("org/rows"), {});
        const char* code = "print(snapshot_download('org/rows', repo_type='dataset'))";
        QCOMPARE(call(code, cache, true), QString::fromStdString(data.folder.string()));
        QVERIFY(call(code, theirs, false).startsWith(theirs));
        QCOMPARE(tree(fs::path(cache.toStdString()) / "datasets--org--rows"),
                 tree(fs::path(theirs.toStdString()) / "datasets--org--rows"));
    }

    void the_client_downloads_what_we_publish() {
        if (python_.isEmpty()) QSKIP("no Python with huggingface_hub: set TUNEDESK_PYTHON");
        const fs::path folder = server_.folder("org/small");
        format::HubSettings settings = server_.settings(home_.filePath("ours").toStdString());
        settings.token = "right";
        hub::HubClient client(settings);
        server_.set_upload_faults({{"parts", 25'000}, {"cut", true}});
        const auto files = hub::files_to_publish(folder);
        const hub::Published done = hub::publish_model(client, "us/published", files, false, {});
        QVERIFY(done.is_new && format::is_commit(done.commit));
        QCOMPARE(done.sent_bytes, std::uint64_t(60'000));
        const QString said =
            call("print(snapshot_download('us/published'))", home_.filePath("of published"), false);
        for (const hub::PublishedFile& file : files)
            QCOMPARE(read_file(fs::path(said.toStdString()) / file.path, ErrorId::file_unreadable),
                     read_file(file.file, ErrorId::file_unreadable));
        server_.clear_log();
        QVERIFY(hub::publish_model(client, "us/published", files, false, {}).commit.empty());
        server_.put("org/small", "tokenizer.json", "{\"changed\": 1}");
        QVERIFY(!hub::publish_model(client, "us/published", files, false, {}).is_new);
        QVERIFY2(server_.log().find("PUT") == std::string::npos, server_.log().c_str());
        server_.set_upload_faults(Json::object());
    }
};

QTEST_GUILESS_MAIN(LayoutTest)
#include "layout_test.moc"
