// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/runs/run_differences.h"

#include "base/text.h"
#include "report/figures.h"
#include "report/settings/varying_settings.h"
#include "ui/widgets/text.h"

#include <algorithm>
#include <functional>

namespace tunedesk::ui {

namespace {

/// More than these are never seen in a cell or a tool tip.
constexpr std::size_t most_in_cell = 12, most_in_tip = 30;

bool is_of_inputs(const report::VaryingSetting& setting) {
    return setting.key.starts_with("model.") || setting.key.starts_with("data.");
}

/// A path is called by its last part.
std::string brief_value(const std::string& value) {
    const std::size_t slash = value.find_last_not_of('/') == std::string::npos
                                  ? std::string::npos
                                  : value.rfind('/', value.find_last_not_of('/'));
    return shortened(report::shown_setting(slash == std::string::npos ? value : value.substr(slash + 1)), 40);
}

} // namespace

RunDifferences differences_of(const LibraryEntries& runs) {
    LibraryEntries read;
    std::vector<const report::Settings*> settings;
    for (const LibraryEntryPtr& run : runs)
        if (!run->settings.empty()) {
            read.push_back(run);
            settings.push_back(&run->settings);
        }
    std::vector<report::VaryingSetting> varying = report::varying_settings(settings);
    std::erase_if(varying, [](const report::VaryingSetting& setting) { return setting.key == "name"; });
    std::ranges::stable_partition(varying, std::not_fn(is_of_inputs));
    const std::vector<std::string> names = report::short_keys(varying);
    RunDifferences differences;
    for (const report::VaryingSetting& setting : varying)
        differences.keys.push_back(setting.key);
    for (std::size_t run = 0; run < read.size(); ++run) {
        RunDifference& difference = differences.runs[read[run]->path];
        std::size_t parts = 0;
        for (std::size_t at = 0; at < varying.size() && parts < most_in_tip; ++at) {
            const auto& value = varying[at].values[run];
            if (!value || value->empty()) continue;
            if (parts++ < most_in_cell)
                difference.brief += (difference.brief.isEmpty() ? QString() : QStringLiteral("  ")) +
                                    to_qt(names[at] + '=' + harmless(brief_value(*value)));
            difference.full +=
                (difference.full.isEmpty() ? QString() : QStringLiteral("\n")) +
                to_qt(varying[at].key + '=' + harmless(shortened(report::shown_setting(*value))));
        }
    }
    return differences;
}

} // namespace tunedesk::ui
