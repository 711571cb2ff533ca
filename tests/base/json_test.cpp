// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json.h"

#include "base/error.h"

#include <QTest>

using namespace tunedesk;

namespace {

Error refusal(const std::string& text, JsonLimits limits = {}) {
    try {
        parse_json(text, "file.json", ErrorId::row_not_json, limits);
    } catch (const Error& error) {
        return error;
    }
    return Error::in_words(0, "it was accepted");
}

std::string repeated(const char* text, int times) {
    return QByteArray(text).repeated(times).toStdString();
}

} // namespace

class JsonTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void values_data() {
        QTest::addColumn<QString>("text");
        for (const char* text :
             {"null", "true", "-12", "18446744073709551615", "1.5", "\"a\"", "[]", "{}", "[[],{}]",
              "[1,[2,[3,{\"a\":[4]}]],5]", "{\"b\":1,\"a\":{\"b\":[]},\"c\":null}"})
            QTest::newRow(text) << text;
    }
    void values() {
        QFETCH(QString, text);
        QCOMPARE(QString::fromStdString(parse_json(text.toStdString(), "x", ErrorId::row_not_json).dump()),
                 text);
    }

    void blanks_and_escapes() {
        const Json json =
            parse_json("\n {\t\"k\\u00e4\" :\r [ \"\\ud83d\\ude00\\n\" ] } ", "x", ErrorId::row_not_json);
        QCOMPARE(json["k\u00e4"][0].get<std::string>(), std::string("\U0001F600\n"));
    }

    void refused_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("place");
        const auto row = [](const char* title, const QByteArray& text, const char* place) {
            QTest::newRow(title) << text << place;
        };
        row("nothing", "", "file.json:1");
        row("open", "{\"a\":\n [1,", "file.json:2:");
        row("two values", "{} {}", "file.json:1:4");
        row("trailing comma", "[1,]", "file.json:1:4");
        row("comment", "[1] // x", "file.json:1:5");
        row("third line", "[\n1,\n2 3]", "file.json:3:3");
        row("single quotes", "{'a':1}", "file.json:1:2");
        row("NaN", "[NaN]", "file.json:1:2");
        row("overlong UTF-8", "\"\xC0\x80\"", "file.json:1:");
        row("half a surrogate", "\"\\ud800\"", "file.json:1:");
        row("control character", "\"a\tb\"", "file.json:1:");
        row("NUL behind the end", QByteArray("{}\0{}", 5), "file.json:1:3");
        row("number beyond a double", "1e999", "file.json:1:");
        row("duplicate", "{\"a\":1,\"b\":2,\"a\":3}", "file.json");
        row("duplicate, escaped", "{\"a\":1,\"\\u0061\":3}", "file.json");
        row("duplicate, inside", "[{\"x\":{\"a\":1,\"a\":1}}]", "file.json");
    }
    void refused() {
        QFETCH(QByteArray, text);
        QFETCH(QString, place);
        const Error error = refusal(text.toStdString());
        QVERIFY(error.is(ErrorId::row_not_json));
        QVERIFY2(QString::fromStdString(error.where()).startsWith(place), error.where().c_str());
        QVERIFY(error.values().front().starts_with("invalid JSON"));
    }

    void the_same_key_in_two_objects_is_fine() {
        QCOMPARE(parse_json(R"([{"a":1},{"a":{"a":2}}])", "x", ErrorId::row_not_json).size(), 2u);
    }

    void limits() {
        QVERIFY(parse_json(repeated("[", 64) + repeated("]", 64), "x", ErrorId::row_not_json).is_array());
        QCOMPARE(refusal(repeated("[", 65) + repeated("]", 65)).values().front(),
                 std::string("invalid JSON: nested deeper than 64"));
        QVERIFY(refusal(repeated("{\"a\":", 65) + "1" + repeated("}", 65)).is(ErrorId::row_not_json));
        QVERIFY(refusal(repeated("[", 5'000'000)).is(ErrorId::row_not_json));
        QVERIFY(refusal("[1,2]", {.max_bytes = 4}).is(ErrorId::row_not_json));
        QCOMPARE(parse_json("[12]", "x", ErrorId::row_not_json, {.max_bytes = 4}).size(), 1u);
    }

    /// An object of many keys must not take quadratic time: 10 MB in far less than 10 s.
    void many_keys_take_linear_time() {
        std::string text = "{";
        for (int i = 0; i < 600'000; ++i)
            text += "\"key" + std::to_string(i) + "\":" + std::to_string(i) + ",";
        text += "\"last\":0}";
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(parse_json(text, "x", ErrorId::row_not_json).size(), 600'001u);
        QVERIFY2(timer.elapsed() < 10'000, qPrintable(QString::number(timer.elapsed())));
        text.back() = ',';
        QVERIFY(refusal(text + "\"key5\":1}").message().find("duplicate key \"key5\"") != std::string::npos);
    }

    /// What the message quotes is cut and cleaned: it may end in a terminal.
    void messages_stay_short_and_clean() {
        const Error error = refusal("{\"" + std::string(100'000, 'k') + "\x1b[31m\xFF");
        QVERIFY(error.message().size() < 500);
        QVERIFY(error.message().find('\x1b') == std::string::npos);
        const std::string key(100'000, 'k');
        QVERIFY(refusal("{\"" + key + "\":1,\"" + key + "\":1}").message().size() < 200);
    }
};

QTEST_GUILESS_MAIN(JsonTest)
#include "json_test.moc"
