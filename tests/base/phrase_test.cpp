// SPDX-License-Identifier: GPL-3.0-or-later
// Phrases: the catalogue, and what is read of other versions and of strangers.

#include "base/phrase.h"

#include <QTest>
#include <set>

using namespace tunedesk;

class PhraseTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyEntryHasItsOwnIdAndSentence() {
        std::set<std::string_view> ids;
        std::set<std::string> sentences;
        for (const PhraseForm& form : phrase_catalogue()) {
            QVERIFY2(!form.id.empty() && ids.insert(form.id).second, form.english);
            QVERIFY2(sentences.insert(sentence(Phrase(form.of))).second, form.english);
        }
        QVERIFY(!ids.empty() && !sentences.contains(""));
    }

    void everyPhraseIsReadBack() {
        const std::vector<std::string> values{"a", "{}", "c d"};
        for (const PhraseForm& form : phrase_catalogue()) {
            const Phrase sent(form.of, values);
            const Json json = phrase_json(sent);
            const Phrase read = phrase_from(Json::parse(json.dump()));
            QVERIFY2(read == sent, form.english);
            QCOMPARE(text_field(json, "text"), sentence(sent)); // for versions that read no ids
        }
    }

    void partsTakeTheLastPlaces() {
        const Phrase range(PhraseId::allowed_or_null, {}, {Phrase(PhraseId::allowed_whole_from, {"1"})});
        const Phrase wrong(PhraseId::value_nearly, {"-3"}, {range, Phrase::in_words("3")});
        QCOMPARE(sentence(wrong),
                 std::string("\"-3\" is not a whole number from 1, or null (did you mean 3?)"));
        QVERIFY(phrase_from(Json::parse(phrase_json(wrong).dump())) == wrong);
        QVERIFY(!phrase_json(Phrase(PhraseId::pausing)).contains("parts"));
        Json nested{{"id", "allowed-or-null"}};
        for (int level = 0; level < 1000; ++level)
            nested = Json{{"id", "allowed-or-null"}, {"parts", Json::array({std::move(nested)})}};
        QVERIFY(sentence(phrase_from(nested)).size() < 100);
    }

    void valuesTakeTheirPlaces() {
        QCOMPARE(filled("{} of {}", std::vector<std::string>{"1", "2"}), std::string("1 of 2"));
        QCOMPARE(filled("{}{}", std::vector<std::string>{"{}", "x"}), std::string("{}x"));
        QCOMPARE(filled("a {} b {}", std::vector<std::string>{"1"}), std::string("a 1 b "));
        QCOMPARE(filled("none", std::vector<std::string>{"1"}), std::string("none"));
    }

    void anotherVersionsWordsAreShown() {
        QCOMPARE(sentence(phrase_from("as it was said")), std::string("as it was said"));
        QCOMPARE(sentence(phrase_from({{"text", "without an id"}})), std::string("without an id"));
        QCOMPARE(sentence(phrase_from({{"id", "of-a-later-version"}, {"text", "new"}})), std::string("new"));
    }

    void whatIsNoPhraseIsEmpty() {
        for (const Json& json : {Json(), Json(3), Json::array({1}), Json{{"id", 7}, {"text", Json::array()}}})
            QVERIFY(phrase_from(json).is_empty());
        Json hostile{{"id", std::string(1 << 20, 'i')}, {"text", std::string(1 << 20, 't')}};
        hostile["values"] = std::vector<std::string>(1000, std::string(10'000, 'v'));
        hostile["values"].push_back(3);
        const Phrase read = phrase_from(hostile);
        QVERIFY(read.id.size() < 1000 && read.text.size() < 10'000 && read.values.size() < 100);
    }
};

QTEST_APPLESS_MAIN(PhraseTest)
#include "phrase_test.moc"
