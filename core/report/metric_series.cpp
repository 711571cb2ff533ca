// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/metric_series.h"

#include "base/error.h"
#include "base/phrase.h"
#include "base/text.h"
#include "report/predictions/csv_records.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <limits>
#include <optional>

namespace tunedesk::report {

namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();
constexpr std::uint64_t max_bytes = std::uint64_t{256} << 20;

std::optional<double> number_of(std::string_view text) {
    text = trimmed(text);
    const std::string lower = text.size() <= 9 ? ascii_lower(text) : std::string(text);
    if (lower == "nan") return missing;
    if (lower == "inf" || lower == "infinity") return std::numeric_limits<double>::infinity();
    if (lower == "-inf" || lower == "-infinity") return -std::numeric_limits<double>::infinity();
    double value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ec == std::errc::invalid_argument || read.ptr != text.data() + text.size()) return std::nullopt;
    return value;
}

/// A file's columns, filled line by line.
class Columns {
public:
    explicit Columns(std::vector<std::string> names) : all_(names.size()), cells_(names.size()) {
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (names[i] == "step") step_ = i;
            if (names[i] == "epoch") epoch_ = i;
            all_[i].name = std::move(names[i]);
        }
    }

    bool has_position() const { return step_ || epoch_; }

    /// What is wrong with the line, which is then left out; "" if it was taken.
    std::string add(std::string_view text, const std::vector<CsvField>& fields) {
        if (fields.size() != all_.size())
            return fmt::format("{} fields where the header has {}", fields.size(), all_.size());
        for (std::size_t i = 0; i < fields.size(); ++i) {
            const std::string_view cell = fields[i].raw(text);
            const auto value = trimmed(cell).empty() ? std::optional(missing) : number_of(cell);
            if (!value) return fmt::format("{} is not a number", shortened(cell));
            cells_[i] = *value;
        }
        for (std::size_t i = 0; i < fields.size(); ++i) {
            if (i == step_ || i == epoch_ || fields[i].length == 0) continue;
            all_[i].steps.push_back(step_ ? cells_[*step_] : missing);
            all_[i].epochs.push_back(epoch_ ? cells_[*epoch_] : missing);
            all_[i].values.push_back(cells_[i]);
        }
        return {};
    }

    std::vector<MetricSeries> take() {
        std::erase_if(all_, [](const MetricSeries& series) { return series.values.empty(); });
        return std::move(all_);
    }

private:
    std::vector<MetricSeries> all_;
    std::vector<double> cells_;
    std::optional<std::size_t> step_, epoch_;
};

} // namespace

std::string Metrics::warning() const {
    if (skipped == 0) return {};
    return fmt::format("{} damaged line{} skipped, the first: {}", grouped(skipped), skipped == 1 ? "" : "s",
                       first_skipped);
}

Metrics parse_metrics_csv(std::string_view text, const std::string& where) {
    CsvRecords records(text);
    std::vector<CsvField> fields;
    const auto place = [&] { return fmt::format("{}:{}", where, records.line()); };
    const auto fail = [&](const std::string& what) {
        throw Error(ErrorId::metrics_unreadable, {what}, place());
    };
    if (!records.next(fields)) fail(TUNEDESK_TRANSLATABLE("ErrorDetail", "the file is empty"));
    std::vector<std::string> names;
    for (const CsvField& field : fields)
        names.push_back(field.value(text));
    Columns columns(std::move(names));
    if (!columns.has_position())
        fail(TUNEDESK_TRANSLATABLE("ErrorDetail", "no column step and no column epoch"));
    Metrics metrics;
    std::uint64_t whole = 0;
    while (records.next(fields)) {
        const std::string problem = columns.add(text, fields);
        if (problem.empty())
            ++whole;
        else if (++metrics.skipped == 1)
            metrics.first_skipped = place() + ": " + problem;
    }
    if (whole == 0 && metrics.skipped > 0)
        throw Error(ErrorId::metrics_unreadable,
                    {TUNEDESK_TRANSLATABLE("ErrorDetail", "no line is complete")}, metrics.first_skipped);
    metrics.series = columns.take();
    return metrics;
}

Metrics read_metrics_csv(const fs::path& path) {
    return parse_metrics_csv(read_file(path, ErrorId::metrics_unreadable, max_bytes), path.string());
}

const MetricSeries* find_series(const std::vector<MetricSeries>& all, std::string_view name) {
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const MetricSeries& series) { return series.name == name; });
    return found == all.end() ? nullptr : &*found;
}

} // namespace tunedesk::report
