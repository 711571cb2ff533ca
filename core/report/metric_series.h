#pragma once

#include "base/file.h"

#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::report {

/// One metric over a run: what a file says of it, in the file's order.
struct MetricSeries {
    std::string name;
    std::vector<double> steps, epochs; ///< NaN where the file does not say
    std::vector<double> values;        ///< may be NaN or infinite
};

/// Every column of a metrics.csv (this project's or Lightning's CSVLogger's) besides step and epoch; empty
/// cells are no points. Throws Error 4192 where it cannot be read, is larger than 256 MiB, has no column
/// `step` or `epoch`, or holds a cell that is no number.
std::vector<MetricSeries> read_metrics_csv(const fs::path& path);
std::vector<MetricSeries> parse_metrics_csv(std::string_view text, const std::string& where);

/// The series of that name, or null.
const MetricSeries* find_series(const std::vector<MetricSeries>& all, std::string_view name);

} // namespace tunedesk::report
