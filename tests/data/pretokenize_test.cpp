// SPDX-License-Identifier: GPL-3.0-or-later
// Pre-tokenizers that split text against what tokenizers does (make_pretokenize.py), and patterns that are
// refused, or end in an error where they would not end at all.
#include "base/clock.h"
#include "base/error.h"
#include "base/files/file.h"
#include "data/pretokenize/splitter_file.h"
#include "data/pretokenize/words.h"
#include "data/token_rows.h"

using namespace tunedesk;
using namespace tunedesk::data;

namespace {

std::vector<Splitter> splitters_of(const Json& steps) {
    std::vector<Splitter> splitters;
    for (const Json& step : steps)
        splitters.push_back(read_splitter(TokenizerNode(step, "file")));
    return splitters;
}

Json split_by(const char* pattern) {
    return Json::array({Json{
        {"type", "Split"}, {"pattern", {{"Regex", pattern}}}, {"behavior", "Isolated"}, {"invert", false}}});
}

/// begin, end, begin, end, ...
Ids words_of(std::string_view text, const std::vector<Splitter>& splitters) {
    Ids ends;
    Words words(text, splitters);
    for (TextRange word; words.next(word);)
        ends.insert(ends.end(), {static_cast<std::int32_t>(word.begin), static_cast<std::int32_t>(word.end)});
    return ends;
}

} // namespace

class PretokenizeTest : public QObject {
    Q_OBJECT

    Json golden_;

private Q_SLOTS:
    void initTestCase() {
        const fs::path path = TUNEDESK_SOURCE_DIR "/tests/golden/pretokenize.json";
        golden_ =
            parse_json(read_file(path, ErrorId::file_unreadable), path.string(), ErrorId::file_unreadable);
    }

    void words_data() {
        QTest::addColumn<int>("index");
        const Json& sets = golden_.at("sets");
        QVERIFY(sets.size() >= 80);
        for (std::size_t i = 0; i < sets.size(); ++i)
            QTest::newRow(sets[i].at("name").get<std::string>().c_str()) << static_cast<int>(i);
    }
    void words() {
        QFETCH(int, index);
        const Json& chosen = golden_.at("sets")[static_cast<std::size_t>(index)];
        const std::vector<Splitter> splitters = splitters_of(chosen.at("steps"));
        const Json& texts = golden_.at("texts");
        for (std::size_t i = 0; i < texts.size(); ++i) {
            const Ids words = words_of(texts[i].get<std::string>(), splitters);
            QVERIFY2(Json(words) == chosen.at("words")[i],
                     (texts[i].dump() + ": " + Json(words).dump() + ", not " + chosen.at("words")[i].dump())
                         .c_str());
        }
        if (chosen.contains("blocks"))
            check_blocks(chosen.at("blocks"),
                         [&](const std::string& text) { return words_of(text, splitters); });
    }

    void refuses_data() {
        QTest::addColumn<QByteArray>("pattern");
        QTest::addColumn<QByteArray>("what");
        const auto row = [](const char* pattern, const char* what) {
            QTest::newRow(pattern) << QByteArray(pattern) << QByteArray(what);
        };
        row("[^(\\s|[.,!?])]+", "class inside a class");
        row("[a&&b]", "intersection");
        row("[[:alpha:]]", "class inside a class");
        row("(a)\\1", "\\1");
        row("\\w+", "\\w");
        row("\\bx", "\\b");
        row("\\h", "\\h");
        row("\\R", "\\R");
        row("(?m:.)", "group");
        row("(?<name>a)", "group");
        row("a(?i)b", "group");
        row("(?i:ss)", "case is ignored");
        row("(?i:\u00e9)", "not ASCII");
        row("(?i:\\p{L})", "case is ignored");
        row("\\p{Mn}", "property Mn");
        row("\\p{Alphabetic}", "property Alphabetic");
        row("\\pL", "name");
        row("[\\P{L}]", "negated");
        row("a{2}+", "interval");
        row("a{2}?", "?");
        row("a{x}", "interval");
        row("a{3,2}", "interval");
        row("a{2000}", "1000");
        row("a**", "repetition");
        row("*a", "repetition");
        row("(?=a)*", "repetition");
        row("[]a]", "empty class");
        row("[a", "unfinished");
        row("[b-a]", "range");
        row("[a-\\d]", "range");
        row("\\x{d800}", "no character");
        row("\\x{110000}", "no character");
        row("\\xe9", "no character");
        row("\\", "unfinished");
        row("(a", "parenthes");
        row("a)", "group");
        row("(?<=a+)b", "lookbehind");
        QTest::newRow("long") << QByteArray(5000, 'a') << QByteArray("4096 bytes");
        QTest::newRow("deep") << QByteArray(200, '(') + QByteArray(200, ')') << QByteArray("groups");
        QTest::newRow("large") << QByteArray("(?:(?:(?:a{1000}){1000}){1000}){1000}") << QByteArray("large");
    }
    void refuses() {
        QFETCH(QByteArray, pattern);
        QFETCH(QByteArray, what);
        try {
            (void)splitters_of(split_by(pattern.constData()));
            QFAIL("accepted");
        } catch (const Error& error) {
            QCOMPARE(error.id(), 4202);
            QVERIFY2(error.message().find(what.toStdString()) != std::string::npos, error.message().c_str());
            QVERIFY(error.message().size() < 500);
        }
    }

    /// Patterns that are slow, up to the limit of time that the bytes of a text have; one of a long text.
    void hostile_patterns_end_data() {
        QTest::addColumn<QByteArray>("pattern");
        QTest::addColumn<QByteArray>("unit");
        QTest::addColumn<unsigned>("bytes");
        for (const char* pattern : {"(?:a+)+b|.", "(?:a|a)*b|.", "(?:a|b|ab)*c|.", "\\s*\\s*\\s*x|.",
                                    "(?:\\s|\\p{L}\\p{M}*)+|.", "(?:[ab]*)*c|.", "x*x*x*x*y|.", "(?:a*)*"})
            for (const char* unit : {"a", "ab", " ", "x", "\u00e9"})
                QTest::addRow("%s of '%s'", pattern, unit)
                    << QByteArray(pattern) << QByteArray(unit) << (1u << 12);
        QTest::newRow("short words") << QByteArray("(?:a+)+b|.") << QByteArray("aaaaaaaaaaaaaaaaaaaaaaaa ")
                                     << (1u << 12);
        QTest::newRow("long text") << QByteArray("(?:a+)+b|.") << QByteArray("a") << (1u << 16);
    }
    void hostile_patterns_end() {
        QFETCH(QByteArray, pattern);
        QFETCH(QByteArray, unit);
        QFETCH(unsigned, bytes);
        const std::vector<Splitter> splitters = splitters_of(split_by(pattern.constData()));
        std::string text;
        while (text.size() < bytes)
            text += unit.toStdString();
        const double before = monotonic_seconds();
        try {
            (void)words_of(text, splitters);
        } catch (const Error& error) {
            QCOMPARE(error.id(), 4202);
        }
        const double took = monotonic_seconds() - before;
        QVERIFY2(took < 20, qPrintable(QString("%1 s").arg(took)));
    }

    void known_patterns_take_linear_time() {
        for (const Json& chosen : golden_.at("sets")) {
            if (!chosen.contains("blocks")) continue;
            const std::vector<Splitter> splitters = splitters_of(chosen.at("steps"));
            for (const char* unit : {"a", " ", "\n", ".", "1", "\u4e2d", " \n", "a1", "e\u0301"}) {
                std::string text;
                while (text.size() < 1u << 17)
                    text += unit;
                QVERIFY(!words_of(text, splitters).empty() || chosen.at("name") == "white space");
            }
        }
    }
};

QTEST_GUILESS_MAIN(PretokenizeTest)
#include "pretokenize_test.moc"
