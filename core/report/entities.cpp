// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/entities.h"

#include "base/error.h"
#include "base/text.h"
#include "data/tags/word_tokens.h"
#include "report/scores/score_fields.h"

#include <fmt/format.h>

namespace tunedesk::report {

namespace {

double share_of(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

/// In seqeval's order of operations.
ClassScores entity_scores(std::uint64_t hits, std::uint64_t predicted, std::uint64_t truth) {
    const double precision = share_of(hits, predicted), recall = share_of(hits, truth);
    const double sum = precision + recall;
    return {precision, recall, 2 * precision * recall / (sum > 0 ? sum : 1), truth};
}

void require_equal_lengths(std::span<const std::int32_t> truth, std::span<const std::int32_t> predicted) {
    if (truth.size() != predicted.size())
        throw Error(ErrorId::numbers_mismatch,
                    {fmt::to_string(truth.size()), fmt::to_string(predicted.size())});
}

} // namespace

EntityJudge::EntityJudge(std::vector<std::string> tags, data::TagScheme scheme)
    : tags_(std::move(tags)), scheme_(scheme) {}

std::vector<std::string_view> EntityJudge::named(std::span<const std::int32_t> ids) const {
    std::vector<std::string_view> names;
    names.reserve(ids.size());
    for (const std::int32_t id : ids)
        names.push_back(tags_[static_cast<std::size_t>(id)]);
    return names;
}

void EntityJudge::count(std::span<const data::Entity> truth, std::span<const data::Entity> predicted,
                        ByType& counts) {
    const auto of = [&](std::string_view type) -> Counts& {
        const auto found = counts.find(type);
        return found == counts.end() ? counts[std::string(type)] : found->second;
    };
    for (const data::Entity& entity : truth)
        ++of(entity.type).truth;
    auto next = truth.begin();
    for (const data::Entity& entity : predicted) {
        Counts& of_type = of(entity.type);
        ++of_type.predicted;
        while (next != truth.end() && next->end < entity.end)
            ++next;
        of_type.hits += next != truth.end() && *next == entity;
    }
}

void EntityJudge::add(std::span<const std::int32_t> truth, std::span<const std::int32_t> predicted) {
    require_equal_lengths(truth, predicted);
    const auto known = [&](std::int32_t id) {
        return id >= 0 && static_cast<std::size_t>(id) < tags_.size();
    };
    for (std::size_t i = 0; i < truth.size(); ++i) {
        if (!known(truth[i]) || !known(predicted[i]))
            throw Error(ErrorId::class_out_of_range, {fmt::to_string(tags_.size()), fmt::to_string(truth[i]),
                                                      fmt::to_string(predicted[i])});
        right_ += truth[i] == predicted[i];
    }
    words_ += truth.size();
    ++rows_;
    const std::vector<std::string_view> true_tags = named(truth), predicted_tags = named(predicted);
    count(data::entities_in(true_tags, scheme_), data::entities_in(predicted_tags, scheme_), lenient_);
    count(data::strict_entities_in(true_tags, scheme_), data::strict_entities_in(predicted_tags, scheme_),
          strict_);
}

void EntityJudge::add_tokens(std::span<const std::int32_t> labels, std::span<const std::int32_t> predicted) {
    require_equal_lengths(labels, predicted);
    std::vector<std::int32_t> truth, of_words;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        if (labels[i] == data::ignored_label) continue;
        truth.push_back(labels[i]);
        of_words.push_back(predicted[i]);
    }
    add(truth, of_words);
}

EntityScores EntityJudge::scores(const ByType& counts) {
    EntityScores scores;
    Counts all;
    for (const auto& [type, of] : counts) {
        scores.types.push_back(type);
        scores.by_type.push_back(entity_scores(of.hits, of.predicted, of.truth));
        all.truth += of.truth;
        all.predicted += of.predicted;
        all.hits += of.hits;
    }
    scores.micro = entity_scores(all.hits, all.predicted, all.truth);
    scores.macro = average_scores(scores.by_type, false);
    scores.weighted = average_scores(scores.by_type, true);
    return scores;
}

EntityReport EntityJudge::report() const {
    return {scores(lenient_), scores(strict_), share_of(right_, words_), words_, rows_};
}

task::Values values_of(const EntityReport& report, double loss) {
    const ClassScores& micro = report.lenient.micro;
    return {{"loss", loss},
            {"f1", micro.f1},
            {"precision", micro.precision},
            {"recall", micro.recall},
            {"macro_f1", report.lenient.macro.f1},
            {"token_accuracy", report.token_accuracy}};
}

std::string to_text(const EntityScores& scores, int digits) {
    ScoreLines lines(scores.types, digits);
    for (std::size_t k = 0; k < scores.types.size(); ++k)
        lines.add(scores.types[k], scores.by_type[k]);
    lines.add_blank();
    lines.add("micro avg", scores.micro);
    lines.add("macro avg", scores.macro);
    lines.add("weighted avg", scores.weighted);
    return lines.take();
}

std::string to_text(const EntityReport& report) {
    return to_text(report.lenient) +
           fmt::format("\n{:<24}{:>12.4f}\n{:<24}{:>12.4f}\n{:<24}{:>12}\n{:<24}{:>12}\n", "Strict F1",
                       report.strict.micro.f1, "Token accuracy", report.token_accuracy, "Words",
                       grouped(report.words), "Rows", grouped(report.rows));
}

namespace {

Json json_of_entities(const ClassScores& scores) {
    return Json{{"precision", scores.precision},
                {"recall", scores.recall},
                {"f1-score", scores.f1},
                {"support", scores.support}};
}

Json json_of_entities(const EntityScores& scores) {
    Json json = {{"micro_avg", json_of_entities(scores.micro)},
                 {"macro_avg", json_of_entities(scores.macro)},
                 {"weighted_avg", json_of_entities(scores.weighted)},
                 {"per_type", Json::array()}};
    for (std::size_t k = 0; k < scores.types.size(); ++k) {
        Json type = {{"name", scores.types[k]}};
        type.update(json_of_entities(scores.by_type[k]));
        json["per_type"].push_back(std::move(type));
    }
    return json;
}

ClassScores scores_from(const Json& json) {
    if (!json.is_object()) return {};
    return {number_in(json, "precision"), number_in(json, "recall"), number_in(json, "f1-score"),
            count_in(json, "support")};
}

const Json& member_of(const Json& object, const char* name) {
    static const Json none;
    const auto found = object.find(name);
    return found == object.end() ? none : *found;
}

EntityScores entity_scores_from(const Json& json) {
    EntityScores scores;
    if (!json.is_object()) return scores;
    scores.micro = scores_from(member_of(json, "micro_avg"));
    scores.macro = scores_from(member_of(json, "macro_avg"));
    scores.weighted = scores_from(member_of(json, "weighted_avg"));
    const Json& types = member_of(json, "per_type");
    if (!types.is_array()) return scores;
    for (const Json& type : types) {
        if (!type.is_object()) continue;
        scores.types.push_back(text_field(type, "name"));
        scores.by_type.push_back(scores_from(type));
    }
    return scores;
}

} // namespace

Json to_json(const EntityReport& report) {
    Json json = json_of_entities(report.lenient);
    json["strict"] = json_of_entities(report.strict);
    json["token_accuracy"] = report.token_accuracy;
    json["words"] = report.words;
    json["rows"] = report.rows;
    return json;
}

EntityReport entity_report_of(const Json& json) {
    if (!json.is_object()) return {};
    return {entity_scores_from(json), entity_scores_from(member_of(json, "strict")),
            number_in(json, "token_accuracy"), count_in(json, "words"), count_in(json, "rows")};
}

} // namespace tunedesk::report
