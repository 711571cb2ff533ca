// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::report {

/// One metric over a run, in the order of the file.
struct MetricSeries {
    std::string name;
    std::vector<double> steps, epochs; ///< NaN if the file has none
    std::vector<double> values;        ///< may be NaN or infinite
};

/// The contents of a metrics.csv.
struct Metrics {
    std::vector<MetricSeries> series;
    std::uint64_t skipped = 0; ///< number of damaged lines
    std::string first_skipped; ///< description of the first of them: "metrics.csv:7: 2 fields where the
                               ///< header has 12"

    /// A sentence about the skipped lines; "" if there are none.
    std::string warning() const;
};

/// Reads every column of a metrics.csv (this project's or of Lightning's CSVLogger) except step and epoch;
/// empty cells produce no points. A line with a wrong number of fields, or with a cell that is not a number,
/// is skipped and counted. Throws Error 4192 if the file cannot be read, is larger than 256 MiB, has no
/// column `step` or `epoch`, or no valid line.
Metrics read_metrics_csv(const fs::path& path);
Metrics parse_metrics_csv(std::string_view text, const std::string& where);

/// The series of that name, or null.
const MetricSeries* find_series(const std::vector<MetricSeries>& all, std::string_view name);

} // namespace tunedesk::report
