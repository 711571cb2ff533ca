// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/predictions/label_issues.h"

#include "base/error.h"
#include "base/text.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <string_view>
#include <unordered_map>

namespace tunedesk::report {

namespace {

/// The normalized text for comparison: lower case, one space between words, without ASCII punctuation.
std::string plain_text(std::string_view text) {
    std::string plain;
    bool between = false;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80 && (std::isspace(byte) || std::ispunct(byte))) {
            between = true;
            continue;
        }
        if (between && !plain.empty()) plain += ' ';
        between = false;
        plain += byte < 0x80 ? static_cast<char>(std::tolower(byte)) : c;
    }
    return plain;
}

/// For equal texts, the number of rows with each label.
using Twins = std::unordered_map<std::string, std::map<std::int32_t, std::uint32_t>>;

std::string key_of(const PredictionTable& table, std::uint32_t row) {
    std::string key = plain_text(table.text(row));
    if (table.has_pairs()) key += " \n " + plain_text(table.pair(row)); // no text has a line break of its own
    return key;
}

void require_same_classes(std::span<const PredictionTable* const> tables) {
    for (const PredictionTable* table : tables) {
        if (table->target() != task::Target::one_class)
            throw Error(ErrorId::predictions_invalid, {"its rows have no single classes"});
        if (table->names() != tables.front()->names())
            throw Error(ErrorId::predictions_invalid, {"its classes differ from the first run's"});
    }
}

/// What the model says against the row's label.
void take_model(std::span<const float> probabilities, LabelIssue& issue) {
    const auto own = static_cast<std::size_t>(issue.label);
    for (std::size_t i = 0; i < probabilities.size(); ++i)
        if (i != own && (issue.suggested < 0 ||
                         probabilities[i] > probabilities[static_cast<std::size_t>(issue.suggested)]))
            issue.suggested = static_cast<std::int32_t>(i);
    if (issue.suggested >= 0)
        issue.model = probabilities[static_cast<std::size_t>(issue.suggested)] - probabilities[own];
}

/// What the rows of the same text say; the label that most of them have, or -1.
std::int32_t take_twins(const std::map<std::int32_t, std::uint32_t>& labels, LabelIssue& issue) {
    std::uint32_t others = 0, most = 0;
    std::int32_t most_often = -1;
    for (const auto& [label, count] : labels) {
        issue.twin_count += count;
        if (label == issue.label) continue;
        others += count;
        if (count > most) most_often = label;
        most = std::max(most, count);
    }
    --issue.twin_count; // the row itself
    if (issue.twin_count > 0)
        issue.twins = static_cast<float>(others) / static_cast<float>(issue.twin_count + 1);
    return most_often;
}

/// For each class the most frequent one whose name differs only in case and spaces; the class itself if none
/// is more frequent.
std::vector<std::int32_t> look_alikes(const std::vector<std::string>& names,
                                      const std::vector<std::uint64_t>& counts) {
    std::map<std::string, std::size_t> most;
    const auto plain = [&](std::size_t i) { return ascii_lower(trimmed(names[i])); };
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto [found, added] = most.try_emplace(plain(i), i);
        if (!added && counts[i] > counts[found->second]) found->second = i;
    }
    std::vector<std::int32_t> alike;
    for (std::size_t i = 0; i < names.size(); ++i)
        alike.push_back(static_cast<std::int32_t>(most.at(plain(i))));
    return alike;
}

/// What the rows of all tables have in common.
class LabelEvidence {
public:
    explicit LabelEvidence(std::span<const PredictionTable* const> tables)
        : tables_(tables), counts_(tables.empty() ? 0 : tables.front()->classes()) {
        for (const PredictionTable* table : tables)
            for (std::uint32_t row = 0; row < table->rows(); ++row) {
                keys_.push_back(key_of(*table, row));
                labels_.push_back(table->label(row));
                if (table->label(row) < 0) continue;
                ++twins_[keys_.back()][table->label(row)];
                ++counts_[static_cast<std::size_t>(table->label(row))];
            }
        if (!tables.empty()) alike_ = look_alikes(tables.front()->names(), counts_);
        votes_ = neighbor_votes(keys_, labels_);
    }

    /// `at`: the row's place among those of all tables.
    LabelIssue issue_of(std::size_t table, std::uint32_t row, std::size_t at) const {
        LabelIssue issue{.table = table, .row = row, .label = labels_[at], .suggested = -1};
        take_model(tables_[table]->probabilities(row), issue);
        const std::int32_t twin = take_twins(twins_.at(keys_[at]), issue);
        issue.neighbors = votes_[at];
        const auto own = static_cast<std::size_t>(issue.label);
        if (const std::int32_t other = alike_[own]; other != issue.label) {
            const auto others = static_cast<float>(counts_[static_cast<std::size_t>(other)]);
            issue.look_alike = others / (others + static_cast<float>(counts_[own]));
        }
        switch (issue.reason()) {
        case LabelReason::model:
            break;
        case LabelReason::twins:
            issue.suggested = twin;
            break;
        case LabelReason::look_alike:
            issue.suggested = alike_[own];
            break;
        case LabelReason::neighbors:
            issue.suggested = issue.neighbors.label;
        }
        return issue;
    }

private:
    std::span<const PredictionTable* const> tables_;
    std::vector<std::string> keys_;
    std::vector<std::int32_t> labels_, alike_;
    std::vector<std::uint64_t> counts_;
    Twins twins_;
    std::vector<NeighborVote> votes_;
};

/// Neighbors count where they speak of a row at all; a model is right more often than they.
float model_and_neighbors(const LabelIssue& issue) {
    return issue.neighbors.count == 0 ? issue.model : (2 * issue.model + issue.neighbors.against) / 3;
}

} // namespace

float LabelIssue::evidence() const {
    return std::max({model_and_neighbors(*this), twins, look_alike});
}

LabelReason LabelIssue::reason() const {
    const float both = model_and_neighbors(*this);
    if (look_alike >= std::max({both, twins}) && look_alike > 0) return LabelReason::look_alike;
    if (twins > both) return LabelReason::twins;
    return 2 * model >= neighbors.against ? LabelReason::model : LabelReason::neighbors;
}

std::vector<LabelIssue> find_label_issues(std::span<const PredictionTable* const> tables) {
    require_same_classes(tables);
    const LabelEvidence evidence(tables);
    std::vector<LabelIssue> issues;
    std::size_t at = 0;
    for (std::size_t i = 0; i < tables.size(); ++i)
        for (std::uint32_t row = 0; row < tables[i]->rows(); ++row, ++at) {
            if (tables[i]->label(row) < 0) continue;
            if (const LabelIssue issue = evidence.issue_of(i, row, at); issue.evidence() > 0)
                issues.push_back(issue);
        }
    std::ranges::stable_sort(issues, std::ranges::greater(), &LabelIssue::evidence);
    return issues;
}

} // namespace tunedesk::report
