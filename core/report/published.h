// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tunedesk::report {

/// Figures of a published experiment that a preset may name as its `recipe`; std::nullopt if not published.
struct Published {
    std::string recipe, title, hardware, note;
    std::optional<double> accuracy;          ///< of the test rows, 0 to 1
    std::optional<double> train_seconds;     ///< all epochs
    std::optional<double> peak_memory_bytes; ///< per device
    std::optional<double> batch_seconds;     ///< per batch
    /// For a single figure of the runs that repeat another experiment: the name of that experiment, the
    /// figure's key (report/figures.h), and the key of the figure that it is a multiple of, or empty.
    std::string part_of, figure, against;
};

/// All entries of resources/published.json.
std::span<const Published> published();
/// The experiment with that name, or null.
const Published* find_published(std::string_view recipe);

} // namespace tunedesk::report
