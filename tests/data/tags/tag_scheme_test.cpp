// SPDX-License-Identifier: GPL-3.0-or-later
// Entities of tag sequences against those of seqeval (tests/golden/make_entities.py); how schemes are
// recognized and converted.
#include "base/text.h"
#include "data/tags/tag_map.h"
#include "report/golden_cases.h"

#include "data/files.h"

#include <QFloat16> // QCOMPARE of two Json asks for its constructors

using namespace tunedesk;
using namespace tunedesk::data;

namespace {

constexpr const char* golden_file = "entities.json";
constexpr TagScheme schemes[] = {TagScheme::iob1, TagScheme::iob2, TagScheme::iobes, TagScheme::bilou};

TagScheme scheme_named(const std::string& name) {
    return *std::ranges::find(schemes, name, [](TagScheme scheme) { return std::string(name_of(scheme)); });
}

std::vector<std::string_view> views(const std::vector<std::string>& tags) {
    return {tags.begin(), tags.end()};
}

std::vector<std::string_view> words(std::string_view tags) {
    return split(tags, ' ');
}

/// seqeval's form: type, first word, last word.
Json listed(const std::vector<Entity>& entities) {
    Json list = Json::array();
    for (const Entity& entity : entities)
        list.push_back({std::string(entity.type), entity.begin, entity.end - 1});
    return list;
}

std::optional<TagScheme> recognized(std::initializer_list<std::string_view> rows) {
    SchemeFinder finder;
    for (const std::string_view row : rows)
        finder.add(words(row));
    return finder.found();
}

} // namespace

class TagSchemeTest : public QObject {
    Q_OBJECT
    Files files_;

private Q_SLOTS:
    /// Names of a model's tags say how words become entities: by their scheme, as runs of one tag beside "O",
    /// or each word by itself.
    void entityTags() {
        const EntityTags iob = entity_tags({"B-LOC", "I-LOC", "O"});
        QCOMPARE(iob.names, (std::vector<std::string>{"B-LOC", "I-LOC", "O"}));
        QCOMPARE(iob.scheme, TagScheme::iob2);
        QCOMPARE(entity_tags({"B-X", "I-X", "L-X", "U-X", "O"}).scheme, TagScheme::bilou);
        const EntityTags runs = entity_tags({"LOC", "O", "PER"});
        QCOMPARE(runs.names, (std::vector<std::string>{"I-LOC", "O", "I-PER"}));
        const std::vector<std::string_view> row{runs.names[0], runs.names[0], runs.names[2], runs.names[1]};
        QCOMPARE(listed(entities_in(row, runs.scheme)), Json({{"LOC", 0, 1}, {"PER", 2, 2}}));
        QCOMPARE(listed(strict_entities_in(row, runs.scheme)), Json({{"LOC", 0, 1}, {"PER", 2, 2}}));
        const EntityTags classes = entity_tags({"NOUN", "VERB"});
        const std::vector<std::string_view> words{classes.names[0], classes.names[0]};
        QCOMPARE(listed(entities_in(words, classes.scheme)), Json({{"NOUN", 0, 0}, {"NOUN", 1, 1}}));
    }

    void equals_seqeval_data() { test::add_golden_rows(golden_file); }
    void equals_seqeval() {
        QFETCH(int, index);
        const Json& golden = test::golden_cases(golden_file)[static_cast<std::size_t>(index)];
        const TagScheme scheme = scheme_named(golden.at("scheme"));
        std::size_t number = 0;
        for (const char* const side : {"truth", "predicted"})
            for (const Json& row : golden.at(side)) {
                const auto tags = row.get<std::vector<std::string>>();
                const Json lenient = listed(entities_in(views(tags), scheme));
                const Json strict = listed(strict_entities_in(views(tags), scheme));
                QVERIFY2(lenient == golden.at("entities")[number], (row.dump() + lenient.dump()).c_str());
                QVERIFY2(strict == golden.at("strict_entities")[number],
                         (row.dump() + strict.dump()).c_str());
                ++number;
            }
        QCOMPARE(number, golden.at("entities").size());
    }

    /// Entities of what a scheme allows are the same in every scheme, and the scheme is recognized.
    void schemes_are_converted() {
        std::size_t entities = 0;
        for (const Json& golden : test::golden_cases(golden_file)) {
            const TagScheme from = scheme_named(golden.at("scheme"));
            for (const Json& row : golden.at("truth")) {
                const auto tags = row.get<std::vector<std::string>>();
                const std::vector<Entity> expected = entities_in(views(tags), from);
                entities += expected.size();
                for (const TagScheme to : schemes) {
                    const auto converted = tags_for(expected, tags.size(), to);
                    QVERIFY2(entities_in(views(converted), to) == expected, row.dump().c_str());
                    // Its reading of a scheme cuts - off both ends of a type.
                    if (golden.at("title").get<std::string>().find(", odd,") == std::string::npos)
                        QVERIFY2(strict_entities_in(views(converted), to) == expected, row.dump().c_str());
                }
            }
        }
        QVERIFY(entities > 500);
    }

    void schemes_are_recognized() {
        using enum TagScheme;
        QVERIFY(recognized({"O B-X I-X O", "B-X B-X"}) == iob2);
        QVERIFY(recognized({"O I-X I-X O", "I-X B-X I-Y"}) == iob1);
        QVERIFY(recognized({"I-X"}) == iob1);
        QVERIFY(recognized({"B-X I-X", "B-X", "B-Y I-X"}) == iob2); // one mistake
        QVERIFY(recognized({"B-X E-X O S-X"}) == iobes);
        QVERIFY(recognized({"B-X E-X"}) == iobes);
        QVERIFY(recognized({"U-X O B-X L-X"}) == bilou);
        QVERIFY(recognized({"O B I I"}) == iob2);
        for (const std::string_view other :
             {"NN DT VB", "O O", "", "B-X E-X U-X", "B-", "O-X", "PER O", "b-X"})
            QVERIFY2(!recognized({other}), std::string(other).c_str());
    }

    void types_are_listed() {
        const std::string tags[] = {"O", "I-PER", "B-LOC", "B-PER", "B", "B-a-b", "O"};
        QCOMPARE(entity_types(tags), (std::vector<std::string>{"LOC", "PER", "_", "a-b"}));
    }

    void tables_are_converted() {
        TableSpec spec;
        spec.tags.emplace();
        const Table table = read_table(
            files_.write("iob1.conll", "Peter I-PER\nBlackburn I-PER\nMary B-PER\n\nat O\nEU I-ORG\n"), spec);
        QVERIFY(scheme_of(table) == TagScheme::iob1);
        const Table converted = in_scheme(table, TagScheme::iob1, TagScheme::iob2);
        QCOMPARE(std::string(converted.rows()[0].label), std::string("B-PER I-PER B-PER"));
        QCOMPARE(std::string(converted.rows()[1].label), std::string("O B-ORG"));
        QCOMPARE(converted.words_of(converted.rows()[0]).size(), std::size_t{3});
        QVERIFY(scheme_of(converted) == TagScheme::iob2);
        QCOMPARE(std::string(table.rows()[0].label), std::string("I-PER I-PER B-PER"));
        // Broken tags stay as they are where the scheme does.
        const Table same = in_scheme(table, TagScheme::iob1, TagScheme::iob1);
        QCOMPARE(std::string(same.rows()[1].label), std::string("O I-ORG"));
    }

    void tags_have_ids() {
        TableSpec spec;
        spec.tags.emplace();
        const Table train = read_table(files_.write("ids.conll", "a O\nb B-X\n\nc I-X\n"), spec);
        const LabelMap labels = make_tag_map(train, {});
        QCOMPARE(labels.names, (std::vector<std::string>{"B-X", "I-X", "O"}));
        const RowLists<std::int32_t> ids = tag_ids(train, labels);
        QVERIFY(std::ranges::equal(ids.of(0), std::vector{2, 0}));
        QVERIFY(std::ranges::equal(ids.of(1), std::vector{1}));
        // A model's own order, with a tag that the file has not.
        const LabelMap of_model = make_tag_map(train, {"O", "B-X", "I-X", "B-Y"});
        QVERIFY(std::ranges::equal(tag_ids(train, of_model).of(0), std::vector{0, 1}));
        const Table test = read_table(files_.write("other.conll", "a O\n\nb O\nc B-Z\n"), spec);
        const Error error = error_from([&] { (void)tag_ids(test, labels); });
        QVERIFY2(error.is(ErrorId::label_unknown) && error.where().ends_with("other.conll:3"),
                 error.line().c_str());
        const Table alone = read_table(files_.write("one.conll", "a O\nb O\n"), spec);
        QVERIFY(error_from([&] { (void)make_tag_map(alone, {}); }).is(ErrorId::one_label));
    }
};

QTEST_APPLESS_MAIN(TagSchemeTest)
#include "tag_scheme_test.moc"
