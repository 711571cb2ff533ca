// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"
#include "data/tags/tag_map.h"
#include "report/scores/class_scores.h"
#include "task/task.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace tunedesk::report {

/// Precision, recall and F1 of entities, which are correct if type, first and last word are: seqeval 1.2.2's
/// classification_report with zero_division=0, bit for bit. Without any entity all are 0.
struct EntityScores {
    std::vector<std::string> types;   ///< in truth or prediction, in the order of code points
    std::vector<ClassScores> by_type; ///< one per type
    ClassScores micro, macro, weighted;
};

struct EntityReport {
    EntityScores lenient;      ///< seqeval's default mode, as conlleval
    EntityScores strict;       ///< mode="strict" with the scheme
    double token_accuracy = 0; ///< fraction of the words with the correct tag
    std::uint64_t words = 0, rows = 0;
};

/// Accumulates the scores of tags row by row. Memory grows only with the number of types.
class EntityJudge {
public:
    /// `tags` in id order.
    EntityJudge(std::vector<std::string> tags, data::TagScheme scheme);
    explicit EntityJudge(data::EntityTags tags) : EntityJudge(std::move(tags.names), tags.scheme) {}
    /// A row's true and predicted tags, one per word. Throws Error 3149 for lists of different lengths, 3199
    /// for an unknown id.
    void add(std::span<const std::int32_t> truth, std::span<const std::int32_t> predicted);
    /// The same for a row's tokens. Tokens with data::ignored_label are ignored, so that words without a
    /// token (truncated by max_length) count neither in truth nor in prediction, as in transformers'
    /// run_ner.py.
    void add_tokens(std::span<const std::int32_t> labels, std::span<const std::int32_t> predicted);
    std::uint64_t rows() const { return rows_; }
    EntityReport report() const;

private:
    struct Counts {
        std::uint64_t truth = 0, predicted = 0, hits = 0;
    };
    using ByType = std::map<std::string, Counts, std::less<>>;

    std::vector<std::string_view> named(std::span<const std::int32_t> ids) const;
    static void count(std::span<const data::Entity> truth, std::span<const data::Entity> predicted,
                      ByType& counts);
    static EntityScores scores(const ByType& counts);

    std::vector<std::string> tags_;
    data::TagScheme scheme_;
    ByType lenient_, strict_;
    std::uint64_t words_ = 0, right_ = 0, rows_ = 0;
};

/// The scores by name, the loss first: "loss", "f1", "precision", "recall" (micro), "macro_f1",
/// "token_accuracy"; in the lenient mode.
task::Values values_of(const EntityReport& report, double loss);

/// seqeval's text layout with `digits` digits, identical in every character.
std::string to_text(const EntityScores& scores, int digits = 4);
/// The text of the lenient scores, then strict F1, token accuracy and the numbers of words and rows.
std::string to_text(const EntityReport& report);
/// {"micro_avg", "macro_avg", "weighted_avg", "per_type": [{"name", "precision", "recall", "f1-score",
/// "support"}], "strict": the same, "token_accuracy", "words", "rows"}.
Json to_json(const EntityReport& report);
/// Parses the output of to_json(), possibly of another version: values that are missing or of another type
/// are 0.
EntityReport entity_report_of(const Json& json);

} // namespace tunedesk::report
