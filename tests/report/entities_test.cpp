// SPDX-License-Identifier: GPL-3.0-or-later
// Scores of entities against seqeval's (tests/golden/make_entities.py), to the last bit and character.
#include "base/error.h"
#include "report/entities.h"
#include "report/golden_cases.h"

#include <QTest>
#include <algorithm>

using namespace tunedesk;
using namespace tunedesk::report;
using namespace tunedesk::test;

namespace {

constexpr const char* golden_file = "entities.json";

data::TagScheme scheme_named(const std::string& name) {
    using enum data::TagScheme;
    for (const data::TagScheme scheme : {iob1, iob2, iobes})
        if (name == data::name_of(scheme)) return scheme;
    return bilou;
}

using TagRows = std::vector<std::vector<std::string>>;

/// The report of a golden case's rows.
EntityReport report_of(const Json& golden) {
    const auto truth = golden.at("truth").get<TagRows>(), predicted = golden.at("predicted").get<TagRows>();
    std::vector<std::string> names;
    for (const TagRows& rows : {truth, predicted})
        for (const auto& row : rows)
            names.insert(names.end(), row.begin(), row.end());
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
    const auto ids = [&](const std::vector<std::string>& tags) {
        std::vector<std::int32_t> row;
        for (const std::string& tag : tags)
            row.push_back(static_cast<std::int32_t>(std::ranges::lower_bound(names, tag) - names.begin()));
        return row;
    };
    EntityJudge judge(names, scheme_named(golden.at("scheme")));
    for (std::size_t i = 0; i < truth.size(); ++i)
        judge.add(ids(truth[i]), ids(predicted[i]));
    return judge.report();
}

Json numbers(const ClassScores& scores) {
    return {scores.precision, scores.recall, scores.f1, scores.support};
}

void compare(const EntityScores& ours, const Json& theirs) {
    QCOMPARE(ours.types, theirs.at("types").get<std::vector<std::string>>());
    for (std::size_t i = 0; i < ours.types.size(); ++i)
        QVERIFY2(numbers(ours.by_type[i]) == theirs.at("by_type")[i], ours.types[i].c_str());
    QVERIFY2(numbers(ours.micro) == theirs.at("micro"), numbers(ours.micro).dump().c_str());
    QVERIFY2(numbers(ours.macro) == theirs.at("macro"), numbers(ours.macro).dump().c_str());
    QVERIFY2(numbers(ours.weighted) == theirs.at("weighted"), numbers(ours.weighted).dump().c_str());
    QCOMPARE(to_text(ours), theirs.at("text").get<std::string>());
}

} // namespace

class EntitiesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void equals_seqeval_data() { add_golden_rows(golden_file); }
    void equals_seqeval() {
        QFETCH(int, index);
        const Json& golden = golden_cases(golden_file)[static_cast<std::size_t>(index)];
        const EntityReport report = report_of(golden);
        compare(report.lenient, golden.at("default"));
        if (golden.contains("strict"))
            compare(report.strict, golden.at("strict"));
        else
            QVERIFY(report.strict.types.empty());
        QCOMPARE(report.token_accuracy, golden.at("accuracy").get<double>());
        QCOMPARE(report.rows, golden.at("truth").size());
    }

    void values_are_of_the_default_mode() {
        const Json& golden = golden_cases(golden_file)[1];
        const EntityReport report = report_of(golden);
        const task::Values values = values_of(report, 0.25);
        const Json& micro = golden.at("default").at("micro");
        const std::vector<std::pair<std::string, double>> expected = {
            {"loss", 0.25},
            {"f1", micro[2]},
            {"precision", micro[0]},
            {"recall", micro[1]},
            {"macro_f1", golden.at("default").at("macro")[2]},
            {"token_accuracy", golden.at("accuracy")}};
        QCOMPARE(values.size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            QCOMPARE(std::string(values[i].first), expected[i].first);
            QCOMPARE(values[i].second, expected[i].second);
        }
    }

    void reports_are_written_and_read() {
        const EntityReport report = report_of(golden_cases(golden_file)[1]);
        const Json json = to_json(report);
        QVERIFY(to_json(entity_report_of(json)) == json);
        QCOMPARE(to_text(entity_report_of(json)), to_text(report));
        const std::string text = to_text(report);
        QVERIFY2(text.starts_with(to_text(report.lenient)) && text.find("\nToken accuracy  ") != text.npos &&
                     text.ends_with(" 6\n"),
                 text.c_str());
    }

    void damaged_reports_are_read_as_zeros() {
        for (const char* damaged :
             {"null", "[]", "{}", R"({"per_type":3,"micro_avg":[],"strict":1,"rows":-1})",
              R"({"per_type":[1,{"name":2,"support":"x"}],"token_accuracy":"a"})"}) {
            const EntityReport report = entity_report_of(Json::parse(damaged));
            QCOMPARE(report.rows, std::uint64_t{0});
            QCOMPARE(report.token_accuracy, 0.0);
            QCOMPARE(report.lenient.types.size(), report.lenient.by_type.size());
            QCOMPARE(report.lenient.micro.f1, 0.0);
        }
    }

    void without_entities_all_is_zero() {
        EntityJudge judge({"O", "B-X"}, data::TagScheme::iob2);
        const std::int32_t outside[] = {0, 0};
        judge.add(outside, outside);
        const EntityReport report = judge.report();
        QVERIFY(report.lenient.types.empty());
        QCOMPARE(report.lenient.micro.f1 + report.lenient.macro.f1 + report.lenient.weighted.f1, 0.0);
        QCOMPARE(report.token_accuracy, 1.0);
        QVERIFY(to_text(report.lenient).find("micro avg") != std::string::npos);
    }

    void tokens_without_a_label_are_left_out() {
        EntityJudge of_words({"O", "B-X", "I-X"}, data::TagScheme::iob2), of_tokens = of_words;
        const std::int32_t truth[] = {1, 2, 0}, predicted[] = {1, 0, 0};
        of_words.add(truth, predicted);
        const std::int32_t labels[] = {-100, 1, -100, 2, 0, -100}, ids[] = {2, 1, 1, 0, 0, 1};
        of_tokens.add_tokens(labels, ids);
        QVERIFY(to_json(of_tokens.report()) == to_json(of_words.report()));
        QCOMPARE(of_tokens.report().words, std::uint64_t{3});
    }

    void rows_that_do_not_fit_are_refused() {
        EntityJudge judge({"O", "B-X"}, data::TagScheme::iob2);
        const std::int32_t two[] = {0, 1}, unknown[] = {0, 2}, negative[] = {-1, 0};
        const auto number = [&](std::span<const std::int32_t> truth,
                                std::span<const std::int32_t> predicted) {
            try {
                judge.add(truth, predicted);
            } catch (const Error& error) {
                return error.id();
            }
            return 0;
        };
        QCOMPARE(number(two, std::span(two).first(1)), 3149);
        QCOMPARE(number(two, unknown), 3199);
        QCOMPARE(number(negative, two), 3199);
        QCOMPARE(number(two, two), 0);
    }
};

QTEST_GUILESS_MAIN(EntitiesTest)
#include "entities_test.moc"
