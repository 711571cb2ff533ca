// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/clock.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/text.h"

#include <QTest>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>

using namespace tunedesk;

class BaseTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void error_line_data() {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QString>("where");
        QTest::addColumn<QString>("kept");
        QTest::addColumn<QString>("next");
        QTest::addColumn<QString>("line");
        QTest::newRow("all") << "lost"
                             << "a.csv:3"
                             << "step 5"
                             << "look"
                             << "error[TD3101]: lost; where (a.csv:3); kept: step 5; next: look";
        QTest::newRow("what") << "lost"
                              << ""
                              << ""
                              << ""
                              << "error[TD3101]: lost";
        QTest::newRow("kept") << "lost"
                              << ""
                              << "all"
                              << ""
                              << "error[TD3101]: lost; kept: all";
        QTest::newRow("one line, no escapes") << "a\nb\r\x1b[31mc"
                                              << "x\ty"
                                              << ""
                                              << "\x7f"
                                              << "error[TD3101]: a b  [31mc; where (x y); next:  ";
    }
    void error_line() {
        QFETCH(QString, what);
        QFETCH(QString, where);
        QFETCH(QString, kept);
        QFETCH(QString, next);
        QFETCH(QString, line);
        Error error = Error::in_words(3101, what.toStdString(), where.toStdString());
        error.with_kept(kept.toStdString()).with_next(next.toStdString());
        QCOMPARE(QString::fromStdString(error.line()), line);
        QCOMPARE(QString::fromUtf8(error.what()), what);
    }

    void exit_codes() {
        const std::pair<int, ExitCode> codes[] = {{2000, ExitCode::usage},    {3104, ExitCode::data},
                                                  {4300, ExitCode::model},    {5001, ExitCode::resources},
                                                  {6001, ExitCode::busy},     {7600, ExitCode::rank_died},
                                                  {8500, ExitCode::diverged}, {9000, ExitCode::stopped}};
        for (const auto& [id, code] : codes)
            QCOMPARE(Error::in_words(id, "x").code(), code);
        QCOMPARE(static_cast<int>(Error::in_words(9000, "x").code()), 75);
    }

    void utf8_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("invalid"); // -1: none
        const auto row = [](const char* title, const QByteArray& text, int invalid) {
            QTest::newRow(title) << text << invalid;
        };
        row("empty", "", -1);
        row("ASCII with NUL", QByteArray("a\0\x7F", 3), -1);
        row("ends of each length", "\u0080\u07FF\u0800\uFFFF\U00010000\U0010FFFF", -1);
        row("around surrogates", "\uD7FF\uE000", -1);
        row("lone continuation", "ab\x80", 2);
        row("overlong 2", "\xC0\xAF", 0);
        row("overlong 2b", "\xC1\xBF", 0);
        row("overlong 3", "a\xE0\x9F\xBF", 1);
        row("overlong 4", "\xF0\x8F\xBF\xBF", 0);
        row("surrogate", "\xED\xA0\x80", 0);
        row("low surrogate", "\xED\xBF\xBF", 0);
        row("beyond Unicode", "\xF4\x90\x80\x80", 0);
        row("F5", "\xF5\x80\x80\x80", 0);
        row("FF", "x\xFF", 1);
        row("cut 2", "abc\xC3", 3);
        row("cut 3", "\xE2\x82", 0);
        row("cut 4", "\xF0\x9F\x98", 0);
        row("cut by ASCII", "\xE2\x82x", 0);
        row("second of two", "\u00E4\xE4", 2);
    }
    void utf8() {
        QFETCH(QByteArray, text);
        QFETCH(int, invalid);
        const auto found = find_invalid_utf8({text.data(), static_cast<std::size_t>(text.size())});
        QCOMPARE(found ? static_cast<int>(*found) : -1, invalid);
    }

    /// Every code point but the surrogates, and the surrogates not.
    void utf8_of_all_code_points() {
        for (char32_t c = 0; c <= 0x10FFFF; ++c) {
            std::string text;
            if (c < 0x80) {
                text = static_cast<char>(c);
            } else {
                const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
                const int heads[] = {0, 0xC0, 0xE0, 0xF0};
                text += static_cast<char>(heads[more] | static_cast<int>(c >> (6 * more)));
                for (int i = more - 1; i >= 0; --i)
                    text += static_cast<char>(0x80 | (static_cast<int>(c >> (6 * i)) & 0x3F));
            }
            const bool surrogate = c >= 0xD800 && c <= 0xDFFF;
            if (find_invalid_utf8(text).has_value() != surrogate) QFAIL(qPrintable(QString::number(c, 16)));
        }
    }

    void shortened_text() {
        QCOMPARE(shortened("plain"), std::string("plain"));
        QCOMPARE(shortened("a\nb\x1b\x7F"), std::string("a b  "));
        QCOMPARE(shortened("a\xFFz"), std::string("a?z"));
        QCOMPARE(shortened("abcdef", 3), std::string("abc..."));
        QCOMPARE(shortened("ab\u00E4\u00E4", 5), std::string("ab\u00E4..."));
        QCOMPARE(shortened("abcdef", 6), std::string("abcdef"));
        QVERIFY(!find_invalid_utf8(shortened(std::string(200, '\xE2'))));
    }

    void nearest() {
        const std::vector<std::string> names{"learning_rate", "lr_scheduler_type", "num_train_epochs", "seed",
                                             "max_steps"};
        const auto of = [&](const char* word) { return nearest_name(word, names).value_or("nothing"); };
        QCOMPARE(of("learnin_rate"), std::string("learning_rate"));
        QCOMPARE(of("LEARNING_RATE"), std::string("learning_rate"));
        QCOMPARE(of("learnign_rat"), std::string("learning_rate"));
        QCOMPARE(of("sede"), std::string("seed"));
        QCOMPARE(of("max_step"), std::string("max_steps"));
        QCOMPARE(of("banana"), std::string("nothing"));
        QCOMPARE(of(""), std::string("nothing"));
        QCOMPARE(nearest_name("x", {}), std::optional<std::string>());
        QCOMPARE(nearest_name(std::string(100'000, 'x'), names), std::optional<std::string>());
    }

    void csv_fields() {
        QCOMPARE(csv_field("plain text"), std::string("plain text"));
        QCOMPARE(csv_field(""), std::string(""));
        QCOMPARE(csv_field("a,b"), std::string("\"a,b\""));
        QCOMPARE(csv_field("say \"x\""), std::string("\"say \"\"x\"\"\""));
        QCOMPARE(csv_field("two\nlines"), std::string("\"two\nlines\""));
        QCOMPARE(csv_field("\r"), std::string("\"\r\""));
    }

    void small_text() {
        QCOMPARE(trimmed(" \t a b\r\n"), std::string_view("a b"));
        QCOMPARE(trimmed(" \n"), std::string_view());
        QCOMPARE(split("a,,b,", ','), (std::vector<std::string_view>{"a", "", "b", ""}));
        QCOMPARE(split("", ','), std::vector<std::string_view>{""});
        QCOMPARE(ascii_lower("A\u00C4z[Z"), std::string("a\u00C4z[z"));
        QCOMPARE(grouped(0), std::string("0"));
        QCOMPARE(grouped(999), std::string("999"));
        QCOMPARE(grouped(12345678), std::string("12,345,678"));
        QCOMPARE(human_bytes(17), std::string("17 B"));
        QCOMPARE(human_bytes(1536), std::string("1.5 KiB"));
        QCOMPARE(human_bytes(312u << 20), std::string("312 MiB"));
        QCOMPARE(human_bytes(3ull << 39), std::string("1.5 TiB"));
        QCOMPARE(human_duration(307), std::string("05:07"));
        QCOMPARE(human_duration(3723), std::string("1:02:03"));
        QCOMPARE(human_duration(-1), std::string("?"));
        QCOMPARE(human_duration(std::nan("")), std::string("?"));
    }

    void shortest_numbers_read_back() {
        for (const double value : {0.1, 1.0 / 3, 5e-324, 1.7976931348623157e308, -0.0, 123456789.125, 5e-5})
            QCOMPARE(std::strtod(shortest(value).c_str(), nullptr), value);
        QCOMPARE(shortest(0.1f), std::string("0.1"));
        QCOMPARE(shortest(5e-5), std::string("5e-05"));
        QCOMPARE(shortest(std::nan("")), std::string("nan"));
        QCOMPARE(shortest(-std::numeric_limits<double>::infinity()), std::string("-inf"));
    }

    /// The empty text's hash is the one that XXH3-128's own tests give for seed 0.
    void hashes() {
        QCOMPARE(content_hash(""), std::string("99aa06d3014798d86001c324468d497f"));
        QTemporaryDir folder;
        const std::string path = folder.filePath("x").toStdString();
        std::string data(1'000'003, '\0');
        for (std::size_t i = 0; i < data.size(); ++i)
            data[i] = static_cast<char>(i * i >> 3);
        std::ofstream(path, std::ios::binary) << data;
        ContentHash pieces;
        for (std::size_t i = 0; i < data.size(); i += 777)
            pieces.update(std::string_view(data).substr(i, 777));
        QCOMPARE(pieces.hex(), content_hash(data));
        QCOMPARE(file_hash(path, ErrorId::checkpoint_file_unreadable), content_hash(data));
        data[500'000] = static_cast<char>(data[500'000] ^ 1);
        QVERIFY(content_hash(data) != pieces.hex());
        try {
            file_hash(path + "-absent", ErrorId::checkpoint_file_unreadable);
            QFAIL("an absent file has no hash");
        } catch (const Error& error) {
            QVERIFY(error.is(ErrorId::checkpoint_file_unreadable));
        }
    }

    void clocks() {
        QCOMPARE(utc_text(0), std::string("1970-01-01T00:00:00Z"));
        QCOMPARE(utc_text(1795245540.9), std::string("2026-11-21T07:19:00Z"));
        QCOMPARE(utc_text(1795245540, true), std::string("20261121-071900"));
        qputenv("TZ", "America/New_York");
        ::tzset();
        QCOMPARE(utc_text(1795245540), std::string("2026-11-21T07:19:00Z"));
        const double first = monotonic_seconds();
        QTest::qSleep(2);
        QVERIFY(monotonic_seconds() - first >= 0.002);
        QVERIFY(utc_seconds() > 1.7e9);
    }
};

QTEST_GUILESS_MAIN(BaseTest)
#include "base_test.moc"
