// SPDX-License-Identifier: GPL-3.0-or-later
// The filter between text of unknown origin and a terminal.
#include "base/json.h"
#include "base/terminal_text.h"
#include "base/text.h"

#include <QTest>

using namespace tunedesk;

namespace {

std::string utf8(unsigned point) {
    return QString::fromUcs4(reinterpret_cast<const char32_t*>(&point), 1).toStdString();
}

} // namespace

class TerminalTextTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void every_code_point() {
        for (unsigned point = 1; point < 0x110000; ++point) {
            if (point >= 0xD800 && point < 0xE000) continue;
            const bool control = point < 0x20 || (point >= 0x7F && point < 0xA0);
            const bool bidi = point == 0x61C || point == 0x200E || point == 0x200F ||
                              (point >= 0x202A && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069);
            const bool is_separator = point == 0x2028 || point == 0x2029;
            const std::string text = "a" + utf8(point) + "b";
            const bool is_safe = !control && !bidi && !is_separator;
            const bool as_expected =
                harmless(text) == (is_safe ? text : "a b") &&
                harmless_lines(text) == (is_safe || point == '\n' || point == '\t' ? text : "a b") &&
                has_control(text) == control && is_harmless(text) == is_safe;
            QVERIFY2(as_expected, qPrintable(QString::number(point, 16)));
        }
    }

    /// A terminal takes 0x9B alone for the beginning of a sequence.
    void bytes_that_are_no_utf8() {
        QCOMPARE(harmless("a\x9b"
                          "31mb"),
                 "a?31mb");
        QCOMPARE(harmless("\xc2"), "?");
        QCOMPARE(harmless("\xe2\x80"), "??");
        QCOMPARE(harmless("\xed\xa0\x80"), "???");
        QCOMPARE(harmless_lines("\xff\n\x80"), "?\n?");
        QCOMPARE(shortened("x\x9by\u009bz\u202e"), "x?y z ");
    }

    void json_keeps_every_character() {
        std::string all;
        for (unsigned point = 1; point < 0x3000; ++point)
            all += utf8(point);
        const Json json{{all, Json::array({all, 1, nullptr})}, {"c", "\U0001F600"}};
        for (const int indent : {-1, 2}) {
            const std::string text = harmless_json(json.dump(indent));
            QVERIFY(is_harmless(QString::fromStdString(text).remove('\n').toStdString()));
            QVERIFY(Json::parse(text) == json);
        }
        QCOMPARE(harmless_json("\"\u009b\u202e\""), "\"\\u009b\\u202e\"");
        QCOMPARE(Json::parse(harmless_json("\"\x9b\"")).get<std::string>(), "\uFFFD");
    }
};

QTEST_GUILESS_MAIN(TerminalTextTest)
#include "terminal_text_test.moc"
