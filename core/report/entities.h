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

/// Precision, recall and F1 of entities, which count as found where type, first and last word are right:
/// seqeval 1.2.2's classification_report with zero_division=0, equal to the last bit. Without any entity all
/// are 0.
struct EntityScores {
    std::vector<std::string> types;   ///< in truth or prediction, in the order of code points
    std::vector<ClassScores> by_type; ///< one a type
    ClassScores micro, macro, weighted;
};

struct EntityReport {
    EntityScores lenient;      ///< seqeval's default mode, conlleval's
    EntityScores strict;       ///< its mode="strict" with the scheme
    double token_accuracy = 0; ///< share of the words with the right tag
    std::uint64_t words = 0, rows = 0;
};

/// Compares the tags of rows one by one. Its memory is that of the types.
class EntityJudge {
public:
    /// `tags` in id order.
    EntityJudge(std::vector<std::string> tags, data::TagScheme scheme);
    explicit EntityJudge(data::EntityTags tags) : EntityJudge(std::move(tags.names), tags.scheme) {}
    /// A row's true and predicted tags, one a word. Throws Error 3149 for lists of different lengths, 3199
    /// for an unknown id.
    void add(std::span<const std::int32_t> truth, std::span<const std::int32_t> predicted);
    /// The same of a row's tokens: those whose label is data::ignored_label are left out, so that words
    /// without a token (cut off by max_length) count on neither side, as in transformers' run_ner.py.
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
/// "token_accuracy"; of the lenient mode.
task::Values values_of(const EntityReport& report, double loss);

/// seqeval's text layout with `digits` digits, equal to the character.
std::string to_text(const EntityScores& scores, int digits = 4);
/// That of the lenient scores, then strict F1, token accuracy and the numbers of words and rows.
std::string to_text(const EntityReport& report);
/// {"micro_avg", "macro_avg", "weighted_avg", "per_type": [{"name", "precision", "recall", "f1-score",
/// "support"}], "strict": the same, "token_accuracy", "words", "rows"}.
Json to_json(const EntityReport& report);
/// Reads that as another version may have written it: what is missing or of another type is 0.
EntityReport entity_report_of(const Json& json);

} // namespace tunedesk::report
