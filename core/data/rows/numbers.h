// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"
#include "data/rows/table.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace tunedesk::data {

/// The value of a text that is a decimal number ("-3", ".5", "1e-4"); std::nullopt for other text, including
/// "nan" and "inf".
std::optional<double> decimal_number(std::string_view text);

/// The table without the rows whose label is not a number that fp32 can hold; these are then counted as
/// rejected. Throws Error 3109 if no row is left.
Table with_numbers_alone(Table table);

/// The table of with_numbers_alone() without the rows whose number is outside [-1, 1], which are then counted
/// as rejected. Throws Error 3160 if no row is left.
Table with_similarities_alone(const Table& table);

/// The labels of with_numbers_alone()'s rows as numbers, one per row.
std::vector<float> number_targets(const Table& table);

/// Throws Error 3142 if all numbers are equal.
void require_two_numbers(std::span<const float> numbers, const Table& table);

/// Statistics of numbers.
struct NumberSummary {
    double least = 0, most = 0, mean = 0,
           deviation = 0; ///< with the number of values as divisor, as numpy.std
    bool operator==(const NumberSummary&) const = default;
};
/// std::nullopt without numbers.
std::optional<NumberSummary> summary_of(std::span<const float> numbers);

/// {"least", "most", "mean", "deviation"}.
Json to_json(const NumberSummary& summary);
/// Parses the output of to_json(); throws Json::exception for anything else.
NumberSummary number_summary_of(const Json& json);

} // namespace tunedesk::data
