// SPDX-License-Identifier: GPL-3.0-or-later
// tunedesk serve: a trained model over HTTP, asked by Qt's client.

#include "base/files/file.h"
#include "worker/worker_bench.h"

#include <QNetworkAccessManager>
#include <QNetworkReply>
#include <QTcpServer>
#include <QTest>
#include <csignal>
#include <map>

using namespace tunedesk;
using namespace tunedesk::test;

namespace {

/// A server that runs until the end of the scope.
class Serving {
public:
    Serving(const WorkerBench& bench, const fs::path& model, const QString& port = QStringLiteral("0"))
        : process_(bench.start_tunedesk({QStringLiteral("serve"), QString::fromStdString(model.string()),
                                         QStringLiteral("--json"), QStringLiteral("--port"), port})) {
        while (!process_->canReadLine() && process_->waitForReadyRead(60'000)) {
        }
        begun = Json::parse(process_->readLine().toStdString(), nullptr, false);
    }
    ~Serving() { end(); }

    Ended end() {
        if (process_->state() == QProcess::Running)
            ::kill(static_cast<pid_t>(process_->processId()), SIGTERM);
        return WorkerBench::wait(*process_, 30);
    }
    QString url(const char* path) const {
        return QString::fromStdString(begun.at("url").get<std::string>()) + QLatin1String(path);
    }

    Json begun; ///< what it says first

private:
    std::unique_ptr<QProcess> process_;
};

struct Answered {
    int status = 0;
    QByteArray body;
    Json json() const { return Json::parse(body.toStdString(), nullptr, false); }
};

} // namespace

class ServeTest : public QObject {
    Q_OBJECT

    WorkerBench bench_;
    QNetworkAccessManager network_;
    event::RunFolder run_;

    using Headers = std::map<QByteArray, QByteArray>;
    /// A GET without a body. The token is sent unless `headers` have another.
    Answered ask(const Serving& serving, const char* path, const std::optional<QByteArray>& body = {},
                 const Headers& headers = {}) {
        QNetworkRequest request{QUrl(serving.url(path))};
        request.setRawHeader("Authorization", "Bearer " + QByteArray::fromStdString(
                                                              serving.begun.at("token").get<std::string>()));
        if (body) request.setRawHeader("Content-Type", "application/json");
        for (const auto& [name, value] : headers)
            request.setRawHeader(name, value);
        std::unique_ptr<QNetworkReply> reply(body ? network_.post(request, *body) : network_.get(request));
        for (int i = 0; i < 600 && !reply->isFinished(); ++i)
            QTest::qWait(100);
        return {reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt(), reply->readAll()};
    }
    fs::path language_model() {
        const fs::path text = bench_.root() / "text.txt";
        std::string lines;
        for (int i = 0; i < 60; ++i)
            lines += "the cat sat on the mat and the dog lay by the door\n";
        write_file_atomically(text, lines);
        const event::RunFolder run = bench_.folder("language");
        const Ended ended = bench_.call(run, bench_.preset({{"task", "language-modeling"},
                                                            {"model.path", "''"},
                                                            {"model.architecture", "transformer-lm"},
                                                            {"model.width", "16"},
                                                            {"model.feed_forward", "24"},
                                                            {"model.heads", "2"},
                                                            {"model.layers", "2"},
                                                            {"data.train", text.string()},
                                                            {"data.validation", text.string()},
                                                            {"data.test", "''"},
                                                            {"data.max_length", "8"},
                                                            {"checkpoint.monitor", "val_loss"},
                                                            {"checkpoint.mode", "min"},
                                                            {"training.max_steps", "4"}}));
        if (ended.code != 0) qWarning("%s", (ended.out + ended.err).c_str());
        return run.root;
    }

private Q_SLOTS:
    void initTestCase() {
        run_ = bench_.folder("run");
        const Ended ended = bench_.call(run_, bench_.preset({{"training.max_steps", "2"}}));
        QVERIFY2(ended.code == 0, (ended.out + ended.err).c_str());
    }

    void it_answers_as_predict_does() {
        Serving serving(bench_, run_.root);
        QVERIFY(serving.begun.is_object());
        const Answered model = ask(serving, "/v1/model");
        QCOMPARE(model.status, 200);
        QCOMPARE(model.json().at("target").get<std::string>(), std::string("class"));
        QCOMPARE(model.json().at("labels").size(), std::size_t{3});
        const Json models = ask(serving, "/v1/models").json();
        QCOMPARE(models.at("data").size(), std::size_t{1});
        QVERIFY(models.at("data")[0].at("id") == model.json().at("model"));
        const Answered answered = ask(serving, "/v1/predict", R"({"texts": ["one two", {"text": "three"}]})");
        QVERIFY2(answered.status == 200, answered.body);
        const Json predictions = answered.json().at("predictions");
        const Ended predicted =
            WorkerBench::wait(*bench_.start_tunedesk({"predict", QString::fromStdString(run_.root.string()),
                                                      "--text", "one two", "--text", "three", "--json"}));
        std::size_t row = 0;
        for (const QString& line : QString::fromStdString(predicted.out).split('\n', Qt::SkipEmptyParts)) {
            const Json expected = Json::parse(line.toStdString());
            QVERIFY(predictions.at(row).at("label") == expected.at("label"));
            QVERIFY(predictions.at(row++).at("probabilities") == expected.at("probabilities"));
        }
        QCOMPARE(row, std::size_t{2});
        QCOMPARE(ask(serving, "/v1/predict", R"({"text": "one"})").json().at("predictions").size(),
                 std::size_t{1});
        QCOMPARE(serving.end().code, 0);
    }

    void strangers_are_refused() {
        const Serving serving(bench_, run_.root);
        QCOMPARE(ask(serving, "/health", {}, {{"Authorization", ""}}).status, 200);
        QCOMPARE(ask(serving, "/v1/model", {}, {{"Authorization", ""}}).status, 401);
        QCOMPARE(ask(serving, "/v1/model", {}, {{"Authorization", "Bearer guess"}}).status, 401);
        QCOMPARE(
            ask(serving, "/v1/predict", R"({"text": "one"})", {{"Authorization", "Bearer guess"}}).status,
            401);
        QCOMPARE(ask(serving, "/v1/model", {}, {{"Host", "attacker.example"}}).status, 403);
        QVERIFY(serving.begun.at("token").get<std::string>().size() >= 32);
    }

    void wrong_requests_are_told() {
        const Serving serving(bench_, run_.root);
        for (const char* body : {"", "[]", "{", R"({"texts": 3})", R"({"texts": [{"text": 3}]})",
                                 R"({"other": 1})", R"({"text": "a", "pair": 1})"}) {
            const Answered answered = ask(serving, "/v1/predict", QByteArray(body));
            QVERIFY2(answered.status == 400, body);
            QCOMPARE(answered.json().at("error").at("code").get<std::string>(), std::string("TD7061"));
        }
        QCOMPARE(ask(serving, "/v1/predict", QByteArray(9 << 20, ' ')).status, 413);
        QCOMPARE(
            ask(serving, "/v1/predict", "{\"texts\": [" + QByteArray("\"a\",").repeated(5000) + "\"a\"]}")
                .status,
            400);
        QCOMPARE(ask(serving, "/elsewhere").status, 404);
        QCOMPARE(ask(serving, "/v1/chat/completions", R"({"messages": [{"role": "user", "content": "a"}]})")
                     .status,
                 400);
        QCOMPARE(ask(serving, "/v1/embeddings", R"({"input": "a"})").status, 400);
        // It is well after all of it.
        QCOMPARE(ask(serving, "/v1/predict", R"({"text": "one"})").status, 200);
    }

    void several_ask_at_once() {
        const Serving serving(bench_, run_.root);
        QNetworkRequest request{QUrl(serving.url("/v1/predict"))};
        request.setRawHeader("Authorization", "Bearer " + QByteArray::fromStdString(
                                                              serving.begun.at("token").get<std::string>()));
        request.setRawHeader("Content-Type", "application/json");
        std::vector<std::unique_ptr<QNetworkReply>> replies;
        for (int i = 0; i < 12; ++i)
            replies.emplace_back(network_.post(request, R"({"texts": ["one two", "three four"]})"));
        for (const auto& reply : replies) {
            QTRY_VERIFY_WITH_TIMEOUT(reply->isFinished(), 60'000);
            QCOMPARE(reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt(), 200);
        }
    }

    void a_port_in_use_is_said() {
        QTcpServer taken;
        QVERIFY(taken.listen(QHostAddress::LocalHost));
        const Ended ended =
            WorkerBench::wait(*bench_.start_tunedesk({"serve", QString::fromStdString(run_.root.string()),
                                                      "--port", QString::number(taken.serverPort())}));
        QCOMPARE(ended.code, 6);
        QVERIFY2(ended.err.find("--port") != std::string::npos, ended.err.c_str());
    }

    void a_language_model_completes() {
        const Serving serving(bench_, language_model());
        QVERIFY(serving.begun.is_object());
        const Answered whole =
            ask(serving, "/v1/completions", R"({"prompt": "the cat sat", "max_tokens": 4})");
        QVERIFY2(whole.status == 200, whole.body);
        const Json choice = whole.json().at("choices").at(0);
        QCOMPARE(whole.json().at("usage").at("completion_tokens").get<int>(), 4);
        QCOMPARE(choice.at("finish_reason").get<std::string>(), std::string("length"));
        const Answered streamed =
            ask(serving, "/v1/completions", R"({"prompt": "the cat sat", "max_tokens": 4, "stream": true})");
        QCOMPARE(streamed.status, 200);
        std::string text;
        const QList<QByteArray> events = streamed.body.split('\n');
        for (const QByteArray& line : events)
            if (line.startsWith("data: {"))
                text +=
                    Json::parse(line.mid(6).toStdString()).at("choices").at(0).at("text").get<std::string>();
        QCOMPARE(text, choice.at("text").get<std::string>());
        QVERIFY(streamed.body.trimmed().endsWith("data: [DONE]"));
        QCOMPARE(ask(serving, "/v1/completions", R"({"prompt": "a", "max_tokens": 0})").status, 400);
        QCOMPARE(ask(serving, "/v1/predict", R"({"text": "a"})").status, 400);
    }
};

QTEST_GUILESS_MAIN(ServeTest)
#include "serve_test.moc"
