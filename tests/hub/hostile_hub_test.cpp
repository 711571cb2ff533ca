// SPDX-License-Identifier: GPL-3.0-or-later
// A hub with wrong or hostile answers: none of them is kept, nothing is written outside the cache, and no
// token leaves for elsewhere.

#include "base/error.h"
#include "base/text.h"
#include "format/hub/hub_cache.h"
#include "hub/hub_download.h"
#include "hub/hub_publish.h"
#include "hub/hub_server.h"

#include <QElapsedTimer>

using namespace tunedesk;

Q_DECLARE_METATYPE(tunedesk::ErrorId)

class HostileHubTest : public QObject {
    Q_OBJECT

    HubServer server_, other_;
    QTemporaryDir home_;
    fs::path cache_;
    const format::HubModel model_{"org/small"};

    Error failure(hub::Limits limits = {}, const std::string& token = {}) {
        format::HubSettings settings = server_.settings(cache_);
        settings.token = token;
        hub::HubClient client(settings, limits);
        try {
            hub::download_model(client, model_, {});
        } catch (const Error& error) {
            return error;
        }
        return Error(ErrorId::program_failed, {"nothing was refused"});
    }

    Error publication(const std::string& token, bool is_private = false) {
        format::HubSettings settings = server_.settings(cache_);
        settings.token = token;
        hub::HubClient client(settings);
        try {
            hub::publish_model(client, "us/new", hub::files_to_publish(server_.folder("org/small")),
                               is_private, {});
        } catch (const Error& error) {
            return error;
        }
        return Error(ErrorId::program_failed, {"nothing was refused"});
    }

private Q_SLOTS:
    void init() {
        static int number = 0;
        cache_ = fs::path(home_.path().toStdString()) / "caches" / std::to_string(++number);
        fs::remove_all(server_.folder("org/small"));
        server_.put_model("org/small");
    }

    void refused_data() {
        QTest::addColumn<QString>("faults");
        QTest::addColumn<ErrorId>("id");
        const auto row = [](const char* name, const Json& faults, ErrorId id) {
            QTest::newRow(name) << QString::fromStdString(faults.dump()) << id;
        };
        row("another byte", Json{{"garble", "model.safetensors"}}, ErrorId::hub_file_mismatch);
        row("another byte of a small file", Json{{"garble", "config.json"}}, ErrorId::hub_file_mismatch);
        row("a byte more", Json{{"longer", "model.safetensors"}}, ErrorId::hub_file_mismatch);
        row("a byte less", Json{{"shorter", "model.safetensors"}}, ErrorId::hub_file_mismatch);
        row("a size that is not right", Json{{"sizes", {{"model.safetensors", 70000}}}},
            ErrorId::hub_file_mismatch);
        row("another hash", Json{{"etag", "0123456789012345678901234567890123456789"}},
            ErrorId::hub_file_mismatch);
        row("a size below zero", Json{{"sizes", {{"model.safetensors", -1}}}}, ErrorId::hub_answer_invalid);
        row("more than any disk", Json{{"sizes", {{"model.safetensors", 9000000000000000000}}}},
            ErrorId::hub_answer_invalid);
        row("out of the folder", Json{{"names", Json::array({"../../../../evil/config.json"})}},
            ErrorId::hub_answer_invalid);
        row("an absolute path", Json{{"names", Json::array({"/etc/evil.json"})}},
            ErrorId::hub_answer_invalid);
        row("a folder of dots", Json{{"names", Json::array({"a/../config.json"})}},
            ErrorId::hub_answer_invalid);
        row("a zero byte", Json{{"names", Json::array({std::string("config.json\0", 12)})}},
            ErrorId::hub_answer_invalid);
        row("no JSON", Json{{"text", "<html>"}}, ErrorId::hub_answer_invalid);
        row("no object", Json{{"text", "[]"}}, ErrorId::hub_answer_invalid);
        row("a commit that is a path", Json{{"text", "{\"sha\": \"../../x\", \"siblings\": []}"}},
            ErrorId::hub_answer_invalid);
        row("a failing server", Json{{"status", 500}}, ErrorId::hub_refused);
        row("too many requests", Json{{"status", 429}}, ErrorId::hub_refused);
        row("a redirect to plain http", Json{{"redirect", "http://192.0.2.1/model.safetensors"}},
            ErrorId::hub_redirect_refused);
        row("a redirect to a file", Json{{"redirect", "file:///etc/passwd"}}, ErrorId::hub_redirect_refused);
        row("a redirect with a password", Json{{"redirect", "https://user:pass@192.0.2.1/"}},
            ErrorId::hub_redirect_refused);
        row("a redirect to itself", Json{{"redirect", "/org/small/resolve/main/model.safetensors"}},
            ErrorId::hub_redirect_refused);
    }
    void refused() {
        QFETCH(QString, faults);
        QFETCH(ErrorId, id);
        server_.set_faults("org/small", Json::parse(faults.toStdString()));
        const Error error = failure();
        QVERIFY2(error.is(id), error.line().c_str());
        const format::HubCache cache(cache_);
        QVERIFY(!cache.snapshot_of(model_));
        QVERIFY(!fs::exists(fs::path(home_.path().toStdString()) / "caches" / "evil"));
        std::error_code unknown;
        for (const auto& entry :
             fs::recursive_directory_iterator(cache.repository("org/small") / "blobs", unknown))
            if (entry.path().extension() == ".incomplete")
                QVERIFY2(id != ErrorId::hub_file_mismatch || fs::file_size(entry.path()) == 0,
                         entry.path().c_str());
    }

    void an_index_that_names_other_files_data() {
        QTest::addColumn<QString>("index");
        QTest::newRow("out of the folder") << "{\"weight_map\": {\"a\": \"../../../x.safetensors\"}}";
        QTest::newRow("not listed") << "{\"weight_map\": {\"a\": \"model-00003.safetensors\"}}";
        QTest::newRow("a pickle") << "{\"weight_map\": {\"a\": \"pytorch_model.bin\"}}";
        QTest::newRow("a number") << "{\"weight_map\": {\"a\": 1}}";
        QTest::newRow("nothing") << "{\"weight_map\": {}}";
        QTest::newRow("a list") << "[]";
    }
    void an_index_that_names_other_files() {
        QFETCH(QString, index);
        fs::remove(server_.folder("org/small") / "model.safetensors");
        server_.put("org/small", "model.safetensors.index.json", index.toStdString());
        server_.put("org/small", "model-00001-of-00001.safetensors", "a shard");
        const Error error = failure();
        QVERIFY2(error.is(ErrorId::hub_answer_invalid), error.line().c_str());
        QVERIFY(!format::HubCache(cache_).snapshot_of(model_));
    }

    void another_host_gets_no_token_and_is_not_followed() {
        other_.put_model("org/small");
        server_.set_faults("org/small",
                           {{"redirect", other_.endpoint() + "/cdn/org/small/model.safetensors"}});
        const Error error = failure({}, "right");
        QVERIFY2(error.is(ErrorId::hub_redirect_refused), error.line().c_str());
        QCOMPARE(other_.log(), std::string());
        QVERIFY(server_.log().find(" token") != std::string::npos);
    }

    void publication_refused_data() {
        QTest::addColumn<QString>("faults");
        QTest::addColumn<ErrorId>("id");
        const auto row = [](const char* name, const Json& faults, ErrorId id) {
            QTest::newRow(name) << QString::fromStdString(faults.dump()) << id;
        };
        const auto status = [](const char* part, int number) { return Json{{"status", {{part, number}}}}; };
        const auto answer = [](const char* part, const char* text) { return Json{{"text", {{part, text}}}}; };
        row("no right to make it", status("create", 403), ErrorId::hub_token_refused);
        row("a token that ran out", status("preupload", 401), ErrorId::hub_token_refused);
        row("too many requests", status("commit", 429), ErrorId::hub_refused);
        row("a failing store", status("object", 500), ErrorId::hub_refused);
        row("a redirect", status("batch", 302), ErrorId::hub_redirect_refused);
        row("modes of other files", answer("preupload", R"({"files": []})"), ErrorId::hub_answer_invalid);
        row("an unknown mode",
            answer("preupload", R"({"files": [{"path": "config.json", "uploadMode": "xx"}]})"),
            ErrorId::hub_answer_invalid);
        row("no objects", answer("batch", "[]"), ErrorId::hub_answer_invalid);
        row("other objects", answer("batch", R"({"objects": [{"oid": "00"}]})"), ErrorId::hub_answer_invalid);
        row("a commit that is none", answer("commit", R"({"commitOid": "../x"})"),
            ErrorId::hub_answer_invalid);
        row("no JSON", answer("commit", "<html>"), ErrorId::hub_answer_invalid);
        row("another host", {{"href", other_.endpoint() + "/store/"}}, ErrorId::hub_redirect_refused);
        row("a file", {{"href", "file:///tmp/"}}, ErrorId::hub_redirect_refused);
        row("a path", {{"href", "/store/"}}, ErrorId::hub_answer_invalid);
        row("a part without hash", {{"parts", 30'000}, {"no_etag", true}}, ErrorId::hub_answer_invalid);
        row("too many parts", {{"parts", 1}}, ErrorId::hub_answer_invalid);
    }
    void publication_refused() {
        QFETCH(QString, faults);
        QFETCH(ErrorId, id);
        fs::remove_all(server_.folder("us"));
        fs::remove_all(server_.folder(".lfs"));
        server_.set_upload_faults(Json::parse(faults.toStdString()));
        const Error error = publication("right");
        QVERIFY2(error.is(id), error.line().c_str());
        QVERIFY2(error.line().find("right") == std::string::npos, error.line().c_str());
        QVERIFY(!fs::exists(server_.folder("us/new") / "config.json"));
        QCOMPARE(other_.log(), std::string());
        const std::string log = server_.log();
        for (const std::string_view line : split(log, '\n'))
            if (line.starts_with("PUT")) QVERIFY2(line.ends_with("no token"), std::string(line).c_str());
        server_.set_upload_faults(Json::object());
    }

    void a_token_that_may_write_is_needed() {
        fs::remove_all(server_.folder("us"));
        server_.clear_log();
        QVERIFY(publication("").is(ErrorId::hub_token_refused));
        QCOMPARE(server_.log(), std::string());
        QVERIFY(publication("wrong").is(ErrorId::hub_token_refused));
        server_.put("us/new", "README.md", "there and public");
        const Error error = publication("right", true);
        QVERIFY2(error.is(ErrorId::hub_refused), error.line().c_str());
        QVERIFY(!fs::exists(server_.folder("us/new") / "config.json"));
    }

    void links_and_hidden_files_are_not_published() {
        const fs::path folder = server_.folder("org/small");
        fs::create_symlink("/etc/passwd", folder / "link.txt");
        server_.put("org/small", ".git/config", "secret");
        for (const hub::PublishedFile& file : hub::files_to_publish(folder))
            QVERIFY2(!file.path.starts_with('.') && file.path != "link.txt", file.path.c_str());
        fs::remove(folder / "config.json");
        QVERIFY_THROWS_EXCEPTION(Error, hub::files_to_publish(folder));
    }

    void slow_drips_end() {
        server_.set_faults("org/small", {{"drip", "model.safetensors"}});
        hub::Limits limits;
        limits.slow_seconds = 1;
        limits.slow_bytes = 1000;
        QElapsedTimer timer;
        timer.start();
        const Error error = failure(limits);
        QVERIFY2(error.is(ErrorId::hub_too_slow), error.line().c_str());
        QVERIFY(timer.elapsed() < 20'000);
    }

    void silence_ends() {
        server_.set_faults("org/small", {{"stall", "model.safetensors"}});
        hub::Limits limits;
        limits.silent_seconds = 1;
        const Error error = failure(limits);
        QVERIFY2(error.is(ErrorId::hub_too_slow), error.line().c_str());
    }

    void long_answers_end() {
        hub::Limits limits;
        limits.text_bytes = 100;
        QVERIFY2(failure(limits).is(ErrorId::hub_answer_invalid), failure(limits).line().c_str());
        limits = {};
        limits.files = 2;
        QVERIFY2(failure(limits).is(ErrorId::hub_answer_invalid), failure(limits).line().c_str());
    }

    void cuts_without_end_are_given_up() {
        server_.set_faults("org/small", {{"cut", {{"model.safetensors", {0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}}}});
        hub::Limits limits;
        limits.attempts = 3;
        const Error error = failure(limits);
        QVERIFY2(error.is(ErrorId::hub_unreachable), error.line().c_str());
    }
};

QTEST_GUILESS_MAIN(HostileHubTest)
#include "hostile_hub_test.moc"
