#include "report/metric_series.h"

#include "base/error.h"
#include "base/text.h"
#include "report/csv_records.h"

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

} // namespace

std::vector<MetricSeries> parse_metrics_csv(std::string_view text, const std::string& where) {
    CsvRecords records(text);
    std::vector<CsvField> fields;
    const auto fail = [&](const std::string& what) {
        throw Error(4192, "these are no metrics: " + what, fmt::format("{}:{}", where, records.line()));
    };
    if (!records.next(fields)) fail("the file is empty");
    std::vector<MetricSeries> all(fields.size());
    std::size_t step = fields.size(), epoch = fields.size();
    for (std::size_t i = 0; i < fields.size(); ++i) {
        all[i].name = fields[i].value(text);
        if (all[i].name == "step") step = i;
        if (all[i].name == "epoch") epoch = i;
    }
    const std::size_t columns = fields.size();
    if (step == columns && epoch == columns) fail("no column step and no column epoch");
    while (records.next(fields)) {
        if (fields.size() != columns)
            fail(fmt::format("{} fields where the header has {}", fields.size(), columns));
        std::vector<double> cells(columns, missing);
        for (std::size_t i = 0; i < columns; ++i) {
            const std::string_view cell = fields[i].raw(text);
            if (trimmed(cell).empty()) continue;
            const auto value = number_of(cell);
            if (!value) fail(fmt::format("{} is no number", shortened(cell)));
            cells[i] = *value;
        }
        for (std::size_t i = 0; i < columns; ++i) {
            if (i == step || i == epoch || fields[i].length == 0) continue;
            all[i].steps.push_back(step < columns ? cells[step] : missing);
            all[i].epochs.push_back(epoch < columns ? cells[epoch] : missing);
            all[i].values.push_back(cells[i]);
        }
    }
    std::erase_if(all, [](const MetricSeries& series) { return series.values.empty(); });
    return all;
}

std::vector<MetricSeries> read_metrics_csv(const fs::path& path) {
    return parse_metrics_csv(read_file(path, 4192, max_bytes), path.string());
}

const MetricSeries* find_series(const std::vector<MetricSeries>& all, std::string_view name) {
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const MetricSeries& series) { return series.name == name; });
    return found == all.end() ? nullptr : &*found;
}

} // namespace tunedesk::report
