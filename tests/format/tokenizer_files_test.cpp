// SPDX-License-Identifier: GPL-3.0-or-later
#include "format/tokenizer_files.h"

#include "base/json.h"
#include "format/support.h"

#include <QDir>

using namespace tunedesk;
using namespace tunedesk::format;

class TokenizerFilesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void copies_tokenizer_files() {
        QTemporaryDir from, to;
        put(below(from, "tokenizer.json"), "{}");
        put(below(from, "vocab.txt"), "[PAD]\n");
        put(below(from, "secret.txt"), "not asked for");
        fs::create_symlink("vocab.txt", below(from, "special_tokens_map.json")); // inside: fine
        copy_tokenizer_files(below(from, ""), below(to, ""));
        QCOMPARE(QDir(to.path()).entryList(QDir::Files, QDir::Name),
                 (QStringList{"special_tokens_map.json", "tokenizer.json", "vocab.txt"}));
        QCOMPARE(read_file(below(to, "vocab.txt"), ErrorId::model_file_unreadable), std::string("[PAD]\n"));
        QVERIFY(!fs::is_symlink(below(to, "special_tokens_map.json")));
    }

    void saves_how_texts_were_truncated_data() {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<bool>("left");
        QTest::addColumn<int>("length");
        QTest::addColumn<QByteArray>("after"); // empty: no such file
        QTest::newRow("said nothing") << QByteArray(R"({"do_lower_case": true})") << true << 0
                                      << QByteArray(R"({"do_lower_case":true,"truncation_side":"left"})");
        QTest::newRow("said right") << QByteArray(R"({"truncation_side": "right", "x": 1})") << true << 0
                                    << QByteArray(R"({"truncation_side":"left","x":1})");
        QTest::newRow("said left") << QByteArray(R"({"truncation_side": "left"})") << false << 0
                                   << QByteArray(R"({"truncation_side":"right"})");
        QTest::newRow("a length") << QByteArray(R"({"model_max_length": 512})") << false << 64
                                  << QByteArray(R"({"model_max_length":64})");
        QTest::newRow("no file") << QByteArray() << true << 0 << QByteArray(R"({"truncation_side":"left"})");
        QTest::newRow("no file, right") << QByteArray() << false << 64 << QByteArray();
        QTest::newRow("nothing to change") << QByteArray(R"({"do_lower_case":   true})") << false << 0
                                           << QByteArray(R"({"do_lower_case":true})");
    }
    void saves_how_texts_were_truncated() {
        QFETCH(QByteArray, before);
        QFETCH(bool, left);
        QFETCH(int, length);
        QFETCH(QByteArray, after);
        QTemporaryDir from, to;
        const fs::path saved = below(to, "tokenizer_config.json");
        if (!before.isEmpty()) put(below(from, "tokenizer_config.json"), before.toStdString());
        copy_tokenizer_files(below(from, ""), below(to, ""), {length, left});
        QCOMPARE(fs::exists(saved), !after.isEmpty());
        if (after.isEmpty()) return;
        QCOMPARE(QByteArray::fromStdString(Json::parse(read_file(saved, ErrorId::file_unreadable)).dump()),
                 after);
        const Truncation read = read_truncation(below(to, ""));
        QCOMPARE(read.left, left);
        QCOMPARE(read.max_length, length);
        if (before.simplified() == after || !left) return;
        put(below(from, "tokenizer_config.json"), "{broken");
        copy_tokenizer_files(below(from, ""), below(to, ""), {length, left});
        QCOMPARE(read_file(saved, ErrorId::file_unreadable),
                 std::string("{broken")); // as it was: its readers will say so
    }

    // FAULTS 33
    void a_tokenizer_link_must_not_lead_out() {
        QTemporaryDir parent, to;
        fs::create_directory(below(parent, "model"));
        put(below(parent, "secret"), "x");
        for (const char* target : {"../secret", "/etc/passwd", "../model"}) {
            fs::remove(below(parent, "model/vocab.txt"));
            fs::create_symlink(target, below(parent, "model/vocab.txt"));
            const Error error =
                error_of([&] { copy_tokenizer_files(below(parent, "model"), below(to, "")); });
            QVERIFY(error.is(ErrorId::link_leaves_model_folder) || error.is(ErrorId::model_file_not_regular));
            QVERIFY(holds(error.where(), "vocab.txt"));
        }
        QVERIFY(QDir(to.path()).isEmpty());
    }

    void a_length_of_none_is_no_length() {
        QTemporaryDir folder;
        for (const char* text :
             {R"({"model_max_length": 1000000000000000019884624838656})", R"({"model_max_length": -1})",
              R"({"model_max_length": "512"})", "[]", "{"}) {
            put(below(folder, "tokenizer_config.json"), text);
            QCOMPARE(read_truncation(below(folder, "")).max_length, 0);
        }
    }
};

QTEST_GUILESS_MAIN(TokenizerFilesTest)
#include "tokenizer_files_test.moc"
