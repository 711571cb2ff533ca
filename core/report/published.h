// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tunedesk::report {

/// Figures of a published experiment that a preset may name as its `recipe`; what was not published is empty.
struct Published {
    std::string recipe, title, hardware, note;
    std::optional<double> accuracy;          ///< of the test rows, 0 to 1
    std::optional<double> train_seconds;     ///< all epochs
    std::optional<double> peak_memory_bytes; ///< of one device
    std::optional<double> batch_seconds;     ///< of one batch
    /// Where this is one figure alone of the runs that repeat another experiment: that experiment, the
    /// figure's key (report/figures.h), and that of the figure it is a multiple of, or empty.
    std::string part_of, figure, against;
};

/// All of resources/published.json.
std::span<const Published> published();
/// The one of that name, or null.
const Published* find_published(std::string_view recipe);

} // namespace tunedesk::report
