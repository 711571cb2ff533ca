// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/setting_axes.h"

#include "base/text.h"
#include "ui/widgets/run_text.h"
#include "ui/widgets/text.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace tunedesk::ui {

namespace {

/// The most distinct values with one tick each.
constexpr std::size_t ticked_values = 8;

/// Maps a number between two others to [0, 1]; to the middle if they are equal.
struct NumberScale {
    double low = 0, high = 0;
    bool is_log = false;

    double place(double number) const {
        const double from = is_log ? std::log10(low) : low, to = is_log ? std::log10(high) : high;
        return to > from ? ((is_log ? std::log10(number) : number) - from) / (to - from) : 0.5;
    }
};

double rounded(double number) {
    return QString::number(number, 'g', 3).toDouble();
}

/// Ticks between the two ends: powers of ten, or three numbers at equal distances.
std::vector<double> numbers_along(const NumberScale& scale) {
    std::vector<double> numbers{scale.low};
    if (scale.is_log) {
        const double last = std::floor(std::log10(scale.high));
        for (double power = std::ceil(std::log10(scale.low)); power <= last; ++power)
            numbers.push_back(std::pow(10, power));
    } else {
        for (int part = 1; part < 4; ++part)
            numbers.push_back(scale.low + (scale.high - scale.low) * part / 4);
    }
    numbers.push_back(scale.high);
    return numbers;
}

std::vector<ParallelAxis::Tick> ticks_of(const NumberScale& scale, const std::vector<double>& different) {
    const bool each = different.size() <= ticked_values;
    std::vector<ParallelAxis::Tick> ticks;
    for (const double number : each ? different : numbers_along(scale))
        ticks.push_back(
            {scale.place(number), to_qt(report::shown_setting(shortest(each ? number : rounded(number))))});
    return ticks;
}

PlacedAxis place_numbers(const report::VaryingSetting& setting, const QString& title) {
    std::vector<double> different;
    std::ranges::copy_if(setting.numbers, std::back_inserter(different),
                         [](double number) { return std::isfinite(number); });
    std::ranges::sort(different);
    different.erase(std::ranges::unique(different).begin(), different.end());
    NumberScale scale{different.front(), different.back(), false};
    scale.is_log = scale.low > 0 && scale.high >= 10 * scale.low;
    PlacedAxis placed{{title, ticks_of(scale, different)}, {}};
    for (const double number : setting.numbers)
        placed.at.push_back(std::isfinite(number) ? std::optional(scale.place(number)) : std::nullopt);
    return placed;
}

PlacedAxis place_words(const report::VaryingSetting& setting, const QString& title) {
    std::vector<std::string> different;
    for (const std::optional<std::string>& value : setting.values)
        if (value) different.push_back(*value);
    std::ranges::sort(different);
    different.erase(std::ranges::unique(different).begin(), different.end());
    const auto place = [&](const std::string& value) {
        const auto rank = std::ranges::lower_bound(different, value) - different.begin();
        return different.size() > 1 ? static_cast<double>(rank) / static_cast<double>(different.size() - 1)
                                    : 0.5;
    };
    PlacedAxis placed{{title, {}}, {}};
    for (const std::string& value : different)
        placed.axis.ticks.push_back(
            {place(value), value.empty() ? QStringLiteral("–") : to_qt(harmless(value))});
    for (const std::optional<std::string>& value : setting.values)
        placed.at.push_back(value ? std::optional(place(*value)) : std::nullopt);
    return placed;
}

} // namespace

PlacedAxis place_setting(const report::VaryingSetting& setting, const QString& title) {
    return setting.is_number() ? place_numbers(setting, title) : place_words(setting, title);
}

PlacedAxis place_figure(const report::Figure& figure, const std::vector<std::optional<double>>& values) {
    NumberScale scale;
    bool is_first = true;
    for (const std::optional<double>& value : values) {
        if (!value) continue;
        scale.low = is_first ? *value : std::min(scale.low, *value);
        scale.high = is_first ? *value : std::max(scale.high, *value);
        is_first = false;
    }
    PlacedAxis placed{{figure_title(figure), {}}, {}};
    const int parts = scale.high > scale.low ? 4 : 0;
    for (int part = 0; part <= parts; ++part) {
        const double number = parts ? scale.low + (scale.high - scale.low) * part / parts : scale.low;
        placed.axis.ticks.push_back({scale.place(number), to_qt(report::shown(figure, number))});
    }
    for (const std::optional<double>& value : values)
        placed.at.push_back(value ? std::optional(scale.place(*value)) : std::nullopt);
    return placed;
}

} // namespace tunedesk::ui
