// SPDX-License-Identifier: GPL-3.0-or-later
// Downloads of models into the cache: which files, what is resumed, who may have them.

#include "base/error.h"
#include "format/hub/hub_cache.h"
#include "hub/hub_download.h"
#include "hub/hub_server.h"

#include <QDir>

using namespace tunedesk;

class DownloadTest : public QObject {
    Q_OBJECT

    HubServer server_;
    QTemporaryDir home_;
    fs::path cache_;
    const format::HubModel model_{"org/small"};

    hub::HubClient client(const std::string& token = {}, std::function<bool()> is_cancelled = {}) const {
        format::HubSettings settings = server_.settings(cache_);
        settings.token = token;
        return hub::HubClient(settings, {}, std::move(is_cancelled));
    }
    fs::path get(const std::string& token = {}) const {
        hub::HubClient its = client(token);
        return hub::download_model(its, model_, {});
    }
    ErrorId error_of(const std::string& token = {}) const {
        try {
            get(token);
        } catch (const Error& error) {
            return static_cast<ErrorId>(error.id());
        }
        return ErrorId{};
    }
    static std::string text(const fs::path& file) { return read_file(file, ErrorId::file_unreadable); }

private Q_SLOTS:
    void init() {
        static int number = 0;
        cache_ = fs::path(home_.path().toStdString()) / std::to_string(++number);
        fs::remove_all(server_.folder("org/small"));
        server_.put_model("org/small");
        server_.clear_log();
    }

    void brings_what_training_needs() {
        const fs::path folder = get();
        QCOMPARE(text(folder / "model.safetensors"), HubServer::weights());
        QCOMPARE(text(folder / "config.json"), std::string(R"({"model_type": "bert"})"));
        QVERIFY(fs::exists(folder / "1_Pooling" / "config.json"));
        QVERIFY(!fs::exists(folder / "pytorch_model.bin"));
        QVERIFY(!fs::exists(folder / "onnx"));
        const format::HubCache cache(cache_);
        QCOMPARE(cache.snapshot_of(model_), std::optional(folder));
        QCOMPARE(cache.commit_of(model_), std::optional(folder.filename().string()));
        for (const auto& entry : fs::directory_iterator(cache.repository("org/small") / "blobs"))
            QVERIFY2(format::is_blob_name(entry.path().filename().string()), entry.path().c_str());
    }

    void asks_for_nothing_twice() {
        get();
        server_.clear_log();
        get();
        QVERIFY2(server_.log().find("/resolve/") == std::string::npos, server_.log().c_str());
    }

    void reports_its_progress() {
        hub::HubClient its = client();
        std::vector<hub::DownloadProgress> all;
        hub::download_model(its, model_,
                            [&](const hub::DownloadProgress& progress) { all.push_back(progress); });
        QVERIFY(all.size() >= 4);
        QVERIFY(all.back().total_bytes > 60'000);
        QCOMPARE(all.back().bytes, all.back().total_bytes);
        for (std::size_t i = 1; i < all.size(); ++i)
            QVERIFY(all[i].bytes >= all[i - 1].bytes);
    }

    void brings_the_shards_that_the_index_names() {
        fs::remove(server_.folder("org/small") / "model.safetensors");
        server_.put("org/small", "model-00001-of-00002.safetensors", HubServer::weights());
        server_.put("org/small", "model-00002-of-00002.safetensors", "second");
        server_.put("org/small", "of_others.safetensors", "not named");
        server_.put("org/small", "model.safetensors.index.json",
                    Json{{"weight_map",
                          {{"a", "model-00001-of-00002.safetensors"},
                           {"b", "model-00002-of-00002.safetensors"},
                           {"c", "model-00002-of-00002.safetensors"}}}}
                        .dump());
        const fs::path folder = get();
        QCOMPARE(text(folder / "model-00001-of-00002.safetensors"), HubServer::weights());
        QCOMPARE(text(folder / "model-00002-of-00002.safetensors"), std::string("second"));
        QVERIFY(!fs::exists(folder / "of_others.safetensors"));
        QVERIFY(format::is_whole_model(folder));
    }

    void continues_after_a_cut_connection() {
        server_.set_faults("org/small", {{"cut", {{"model.safetensors", {1000, 20'000}}}}});
        const fs::path folder = get();
        QCOMPARE(text(folder / "model.safetensors"), HubServer::weights());
        const std::string log = server_.log();
        QVERIFY2(log.find("bytes=1000-") != std::string::npos, log.c_str());
        QVERIFY2(log.find("bytes=21000-") != std::string::npos, log.c_str());
    }

    void continues_a_part_of_another_process() {
        hub::HubClient its = client();
        const hub::HubModelInfo info = its.model(model_);
        const auto weights = std::ranges::find(info.files, "model.safetensors", &hub::HubFile::path);
        const fs::path part = format::HubCache(cache_).part("org/small", weights->etag);
        fs::create_directories(part.parent_path());
        write_file_atomically(part, HubServer::weights().substr(0, 12'345));
        const fs::path folder = get();
        QCOMPARE(text(folder / "model.safetensors"), HubServer::weights());
        QVERIFY(server_.log().find("bytes=12345-") != std::string::npos);
        QVERIFY(!fs::exists(part));
    }

    void starts_over_where_ranges_are_ignored() {
        server_.set_faults("org/small", {{"cut", {{"model.safetensors", 1000}}}, {"no_range", true}});
        QCOMPARE(text(get() / "model.safetensors"), HubServer::weights());
    }

    void a_wrong_part_is_not_kept() {
        hub::HubClient its = client();
        const hub::HubModelInfo info = its.model(model_);
        const auto weights = std::ranges::find(info.files, "model.safetensors", &hub::HubFile::path);
        const fs::path part = format::HubCache(cache_).part("org/small", weights->etag);
        fs::create_directories(part.parent_path());
        write_file_atomically(part, std::string(500, 'x'));
        QCOMPARE(error_of(), ErrorId::hub_file_mismatch);
        QVERIFY(!fs::exists(part));
        QCOMPARE(text(get() / "model.safetensors"), HubServer::weights());
    }

    void cancelled_and_continued() {
        server_.set_faults("org/small", {{"drip", "model.safetensors"}});
        bool is_cancelled = false;
        hub::HubClient its = client({}, [&] { return is_cancelled; });
        try {
            hub::download_model(its, model_, [&](const hub::DownloadProgress& progress) {
                is_cancelled = is_cancelled || progress.file == "model.safetensors";
            });
            QFAIL("it was not cancelled");
        } catch (const Error& error) {
            QVERIFY2(error.is(ErrorId::download_cancelled), error.line().c_str());
        }
        QVERIFY(!format::HubCache(cache_).snapshot_of(model_));
        server_.set_faults("org/small", Json::object());
        QCOMPARE(text(get() / "model.safetensors"), HubServer::weights());
    }

    void gated_private_and_missing() {
        server_.set_faults("org/small", {{"gated", true}});
        QCOMPARE(error_of(), ErrorId::hub_model_gated);
        QCOMPARE(error_of("wrong"), ErrorId::hub_token_refused);
        QCOMPARE(error_of("right"), ErrorId{});
        server_.set_faults("org/small", {{"private", true}});
        QCOMPARE(error_of(), ErrorId::hub_model_missing);
        hub::HubClient its = client();
        QVERIFY_THROWS_EXCEPTION(Error, hub::download_model(its, {"org/none"}, {}));
        try {
            server_.set_faults("org/small", Json::object());
            hub::download_model(its, {"org/small", "v9"}, {});
            QFAIL("there is no such revision");
        } catch (const Error& error) {
            QVERIFY2(error.is(ErrorId::hub_revision_missing), error.line().c_str());
        }
    }

    void a_tag_leads_to_its_commit() {
        hub::HubClient its = client();
        const fs::path folder = hub::download_model(its, {"org/small", "v1"}, {});
        const format::HubCache cache(cache_);
        QCOMPARE(cache.snapshot_of({"org/small", "v1"}), std::optional(folder));
        QCOMPARE(cache.snapshot_of({"org/small", folder.filename().string()}), std::optional(folder));
        QVERIFY(!cache.snapshot_of(model_));
    }

    void a_new_commit_moves_the_branch() {
        const fs::path first = get();
        server_.put("org/small", "config.json", R"({"model_type": "roberta"})");
        QCOMPARE(format::HubCache(cache_).snapshot_of(model_), std::optional(first)); // until it is asked for
        const fs::path second = get();
        QVERIFY(first != second);
        QCOMPARE(format::HubCache(cache_).snapshot_of(model_), std::optional(second));
        QCOMPARE(text(first / "config.json"), std::string(R"({"model_type": "bert"})"));
    }

    void pickles_are_not_weights() {
        fs::remove(server_.folder("org/small") / "model.safetensors");
        try {
            get();
            QFAIL("it has no safetensors");
        } catch (const Error& error) {
            QVERIFY(error.is(ErrorId::hub_safetensors_missing));
            QVERIFY2(error.message().find("pytorch_model.bin") != std::string::npos, error.line().c_str());
        }
        QVERIFY(server_.log().find("/resolve/") == std::string::npos);
    }

    void offline_sends_no_request() {
        format::HubSettings settings = server_.settings(cache_);
        settings.is_offline = true;
        hub::HubClient its(settings);
        try {
            hub::download_model(its, model_, {});
            QFAIL("it is offline");
        } catch (const Error& error) {
            QVERIFY(error.is(ErrorId::hub_offline));
        }
        QCOMPARE(server_.log(), std::string());
    }

    void a_hub_that_is_not_there() {
        format::HubSettings settings = server_.settings(cache_);
        settings.endpoint = "http://127.0.0.1:1";
        hub::HubClient its(settings);
        try {
            hub::download_model(its, model_, {});
            QFAIL("no server listens there");
        } catch (const Error& error) {
            QVERIFY2(error.is(ErrorId::hub_unreachable), error.line().c_str());
        }
    }
};

QTEST_GUILESS_MAIN(DownloadTest)
#include "download_test.moc"
