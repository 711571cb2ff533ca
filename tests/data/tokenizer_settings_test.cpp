// SPDX-License-Identifier: GPL-3.0-or-later
// tokenizer_config.json beside a tokenizer.json, against the ids that transformers gives (make_tokenizer.py).
#include "base/files/file.h"
#include "base/json.h"
#include "data/tokenize/tokenizer.h"

#include <QTemporaryDir>
#include <QTest>

using namespace tunedesk;
using namespace tunedesk::data;

class TokenizerSettingsTest : public QObject {
    Q_OBJECT

    Json golden_;

private Q_SLOTS:
    void initTestCase() {
        const fs::path path = TUNEDESK_SOURCE_DIR "/tests/golden/tokenizer_settings.json";
        golden_ =
            parse_json(read_file(path, ErrorId::file_unreadable), path.string(), ErrorId::file_unreadable);
    }

    void equals_transformers_data() {
        QTest::addColumn<int>("index");
        const Json& cases = golden_.at("cases");
        QVERIFY(cases.size() >= 40);
        for (std::size_t i = 0; i < cases.size(); ++i)
            QTest::newRow(cases[i].at("name").get<std::string>().c_str()) << static_cast<int>(i);
    }
    void equals_transformers() {
        QFETCH(int, index);
        const Json& chosen = golden_.at("cases")[static_cast<std::size_t>(index)];
        QTemporaryDir temporary;
        const fs::path folder = temporary.path().toStdString();
        write_file_atomically(folder / "tokenizer.json",
                              golden_.at("files").at(chosen.at("file").get<std::string>()).dump());
        write_file_atomically(folder / "tokenizer_config.json", chosen.at("config").dump());
        const Tokenizer tokenizer = Tokenizer::load(folder);
        const Json& texts = golden_.at("texts");
        for (std::size_t i = 0; i < texts.size(); ++i) {
            std::vector<std::int32_t> ids;
            std::size_t type_one = 0;
            tokenizer.encode(texts[i].get<std::string>(), {}, false, 1u << 20, false, ids, type_one);
            QVERIFY2(
                Json(ids) == chosen.at("ids")[i],
                (texts[i].dump() + ": " + Json(ids).dump() + ", not " + chosen.at("ids")[i].dump()).c_str());
        }
    }
};

QTEST_GUILESS_MAIN(TokenizerSettingsTest)
#include "tokenizer_settings_test.moc"
