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

/// Of the texts that count as the same: lower case, words divided by one blank, without ASCII punctuation.
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

/// Of equal texts, how many rows have each label.
using Twins = std::unordered_map<std::string, std::map<std::int32_t, std::uint32_t>>;

std::string key_of(const PredictionTable& table, std::uint32_t row) {
    std::string key = plain_text(table.text(row));
    if (table.has_pairs()) key += '\0' + plain_text(table.pair(row));
    return key;
}

void require_same_classes(std::span<const PredictionTable* const> tables) {
    for (const PredictionTable* table : tables) {
        if (table->target() != task::Target::one_class)
            throw Error(ErrorId::predictions_invalid, {"its rows have no single classes"});
        if (table->names() != tables.front()->names())
            throw Error(ErrorId::predictions_invalid, {"its classes are others than the first run's"});
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

/// What the rows of the same text say.
void take_twins(const std::map<std::int32_t, std::uint32_t>& labels, LabelIssue& issue) {
    std::uint32_t others = 0, most = 0;
    std::int32_t most_often = issue.suggested;
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
    if (issue.twins > issue.model) issue.suggested = most_often;
}

} // namespace

std::vector<LabelIssue> find_label_issues(std::span<const PredictionTable* const> tables) {
    require_same_classes(tables);
    Twins twins;
    for (const PredictionTable* table : tables)
        for (std::uint32_t row = 0; row < table->rows(); ++row)
            if (table->label(row) >= 0) ++twins[key_of(*table, row)][table->label(row)];
    std::vector<LabelIssue> issues;
    for (std::size_t i = 0; i < tables.size(); ++i)
        for (std::uint32_t row = 0; row < tables[i]->rows(); ++row) {
            const PredictionTable& table = *tables[i];
            if (table.label(row) < 0) continue;
            LabelIssue issue{.table = i, .row = row, .label = table.label(row), .suggested = -1};
            take_model(table.probabilities(row), issue);
            take_twins(twins.at(key_of(table, row)), issue);
            if (issue.evidence() > 0) issues.push_back(issue);
        }
    std::ranges::stable_sort(issues, std::ranges::greater(), &LabelIssue::evidence);
    return issues;
}

} // namespace tunedesk::report
