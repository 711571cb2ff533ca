// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/rows/numbers.h"

#include "base/error.h"
#include "base/text.h"
#include "data/files/shown.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace tunedesk::data {

namespace {

std::optional<float> target_of(std::string_view label) {
    const std::optional<double> value = decimal_number(trimmed(label));
    if (!value || !std::isfinite(static_cast<float>(*value))) return std::nullopt;
    return static_cast<float>(*value);
}

} // namespace

std::optional<double> decimal_number(std::string_view text) {
    const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
    if (digits.empty() || !((digits[0] >= '0' && digits[0] <= '9') || digits[0] == '.')) return std::nullopt;
    double value = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (status != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

Table with_similarities_alone(const Table& table) {
    std::vector<std::uint32_t> bad;
    for (std::uint32_t row = 0; row < table.rows().size(); ++row)
        if (std::abs(target_of(table.rows()[row].label).value()) > 1) bad.push_back(row);
    if (bad.empty()) return table;
    if (bad.size() == table.rows().size())
        throw Error(ErrorId::no_similarity_scores,
                    {fmt::to_string(table.rows().front().line), shown(table.rows().front().label)},
                    table.path().string());
    return table.without(bad, [](const Table::Row& row) {
        return RowFault{RowFault::Kind::no_score, {shown(row.label), "-1", "1"}};
    });
}

Table with_numbers_alone(Table table) {
    std::vector<std::uint32_t> bad;
    for (std::uint32_t row = 0; row < table.rows().size(); ++row)
        if (!target_of(table.rows()[row].label)) bad.push_back(row);
    if (bad.empty()) return table;
    if (bad.size() == table.rows().size())
        throw Error(ErrorId::no_number_labels,
                    {fmt::to_string(table.rows().front().line), shown(table.rows().front().label)},
                    table.path().string());
    return table.without(bad, [](const Table::Row& row) {
        return RowFault{RowFault::Kind::no_number, {shown(row.label)}};
    });
}

std::vector<float> number_targets(const Table& table) {
    std::vector<float> targets;
    targets.reserve(table.rows().size());
    for (const Table::Row& row : table.rows())
        targets.push_back(target_of(row.label).value());
    return targets;
}

void require_two_numbers(std::span<const float> numbers, const Table& table) {
    if (std::ranges::any_of(numbers, [&](float number) { return number != numbers.front(); })) return;
    throw Error(ErrorId::one_number,
                {grouped(numbers.size()), fmt::to_string(numbers.empty() ? 0 : numbers.front())},
                table.path().string());
}

std::optional<NumberSummary> summary_of(std::span<const float> numbers) {
    if (numbers.empty()) return std::nullopt;
    const auto [least, most] = std::ranges::minmax(numbers);
    const auto count = static_cast<double>(numbers.size());
    double sum = 0, squares = 0;
    for (const float number : numbers)
        sum += number;
    const double mean = sum / count;
    for (const float number : numbers)
        squares += (number - mean) * (number - mean);
    return NumberSummary{least, most, mean, std::sqrt(squares / count)};
}

Json to_json(const NumberSummary& summary) {
    return Json{{"least", summary.least},
                {"most", summary.most},
                {"mean", summary.mean},
                {"deviation", summary.deviation}};
}

NumberSummary number_summary_of(const Json& json) {
    return {json.at("least").get<double>(), json.at("most").get<double>(), json.at("mean").get<double>(),
            json.at("deviation").get<double>()};
}

} // namespace tunedesk::data
