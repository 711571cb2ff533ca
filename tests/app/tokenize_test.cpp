// SPDX-License-Identifier: GPL-3.0-or-later
// `tunedesk tokenize` as a user calls it, against ids that Hugging Face tokenizers gave (make_tokenizer.py).

#include "base/files/file.h"
#include "base/json.h"
#include "base/text.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <map>
#include <tuple>

using namespace tunedesk;

class TokenizeTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    Json golden_;

    fs::path root() const { return folder_.path().toStdString(); }

    struct Outcome {
        int code = -1;
        std::string out, err;
    };
    Outcome tokenize(const QStringList& arguments) const {
        QProcess process;
        process.start(TUNEDESK_BIN_DIR "/tunedesk",
                      QStringList{"--no-gui", "tokenize", folder_.path()} + arguments);
        if (!process.waitForFinished(60'000)) qFatal("tunedesk did not end");
        return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
                process.readAllStandardOutput().toStdString(), process.readAllStandardError().toStdString()};
    }

    /// Texts that a file of rows can hold: it has neither empty ones nor NUL.
    static bool fits(const Json& text) {
        const auto value = text.get<std::string>();
        return value.find_first_not_of(' ') != std::string::npos && value.find('\0') == std::string::npos;
    }

private Q_SLOTS:
    void initTestCase() {
        const fs::path path = TUNEDESK_SOURCE_DIR "/tests/golden/tokenizer_cases.json";
        golden_ =
            parse_json(read_file(path, ErrorId::file_unreadable), path.string(), ErrorId::file_unreadable);
    }

    void equals_hugging_face_data() {
        QTest::addColumn<QString>("variant");
        for (const char* variant : {"uncased", "cased", "template", "added", "truncation and padding inside"})
            QTest::newRow(variant) << variant;
    }
    void equals_hugging_face() {
        QFETCH(QString, variant);
        const Json& chosen = golden_.at(variant.toStdString());
        write_file_atomically(root() / "tokenizer.json", chosen.at("tokenizer").dump());
        // One call for all rows of the same settings: pair or not, length, side.
        std::map<std::tuple<bool, int, bool>, std::vector<Json>> groups;
        for (const Json& row : chosen.at("cases"))
            if (fits(row[0]) && (row[1].is_null() || fits(row[1])))
                groups[{!row[1].is_null(), row[2].get<int>(), row[3].get<bool>()}].push_back(row);
        QVERIFY(groups.size() >= 10);
        for (const auto& [settings, rows] : groups) {
            const auto& [pair, max_length, left] = settings;
            std::string file;
            for (const Json& row : rows)
                file += Json{{"t", row[0]}, {"second", pair ? row[1] : Json("x")}}.dump() + '\n';
            write_file_atomically(root() / "rows.jsonl", file);
            QStringList arguments{"--file",       folder_.filePath("rows.jsonl"), "--column", "t",
                                  "--max-length", QString::number(max_length)};
            if (pair) arguments += {"--pair-column", "second"};
            if (left) arguments += {"--truncation-side", "left"};
            const Outcome plain = tokenize(arguments), json = tokenize(arguments + QStringList{"--json"});
            QVERIFY2(plain.code == 0 && json.code == 0, (plain.err + json.err).c_str());
            const auto lines = split(plain.out, '\n'), objects = split(json.out, '\n');
            QCOMPARE(lines.size(), rows.size() + 1); // each line ends
            QCOMPARE(objects.size(), rows.size() + 1);
            for (std::size_t i = 0; i < rows.size(); ++i) {
                const Json &ids = rows[i][4], object = Json::parse(objects[i]);
                QVERIFY2(Json::parse(lines[i]) == ids, rows[i].dump().c_str());
                QVERIFY2(object.at("input_ids") == ids, rows[i].dump().c_str());
                QVERIFY(object.at("attention_mask") == Json(std::vector<int>(ids.size(), 1)));
                std::vector<int> types(ids.size(), 0);
                std::fill(types.end() - rows[i][5].get<int>(), types.end(), 1);
                QVERIFY2(object.at("token_type_ids") == Json(types), rows[i].dump().c_str());
            }
        }
    }

    void says_what_is_wrong() {
        write_file_atomically(root() / "tokenizer.json", golden_.at("uncased").at("tokenizer").dump());
        write_file_atomically(root() / "rows.csv", "text,other\ngood film,1\nbad\n");
        const QString file = folder_.filePath("rows.csv");
        Outcome ended = tokenize({"--file", file});
        QCOMPARE(ended.code, 3);
        QVERIFY2(ended.err.find("TD3101") != std::string::npos &&
                     ended.err.find("rows.csv:3:1") != std::string::npos,
                 ended.err.c_str());
        ended = tokenize({"--file", file, "--skip-bad-rows"});
        QCOMPARE(ended.code, 0);
        QCOMPARE(split(ended.out, '\n').size(), std::size_t{2});
        QVERIFY(ended.err.find("rows.csv:3") != std::string::npos);
        ended = tokenize({"--file", file, "--column", "txet", "--skip-bad-rows"});
        QCOMPARE(ended.code, 3);
        QVERIFY2(ended.err.find("TD3126") != std::string::npos && ended.err.find("text") != std::string::npos,
                 ended.err.c_str());
        QCOMPARE(tokenize({"--file", file, "--skip-bad-rows", "--max-length", "1"}).code, 2);
        fs::remove(root() / "tokenizer.json");
        QCOMPARE(tokenize({"--file", file, "--skip-bad-rows"}).code, 4);
    }
};

QTEST_GUILESS_MAIN(TokenizeTest)
#include "tokenize_test.moc"
