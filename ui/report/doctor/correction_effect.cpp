// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/doctor/correction_effect.h"

#include "preset/yaml/load.h"
#include "run/folder/corrections.h"
#include "run/registry/known_runs.h"

#include <algorithm>
#include <map>

namespace tunedesk::ui {

namespace {

/// Whether a key differs because of copy_with_corrections() or for every run.
bool is_of_the_copy(const std::string& key) {
    return key == "name" || key == "extends" || key == "data.train" || key == "data.test" ||
           key == "data.split_file" || key == "data.validation_split" || key == "data.test_split";
}

std::vector<std::string> differing_settings(const report::ComparedRun& first,
                                            const report::ComparedRun& second) {
    const std::map<std::string, std::string> before(first.settings.begin(), first.settings.end());
    std::vector<std::string> keys;
    for (const auto& [key, value] : second.settings) {
        const auto found = before.find(key);
        if (!is_of_the_copy(key) && found != before.end() && found->second != value) keys.push_back(key);
    }
    return keys;
}

} // namespace

std::optional<CorrectionEffect> read_correction_effect(const report::ComparedRun& run,
                                                       const report::PredictionTable& predictions) {
    const fs::path& folder = run.summary.folder;
    const auto from =
        run::corrected_from(preset::load_draft(event::RunFolder{folder}.preset()).loaded.preset);
    std::error_code failed;
    if (!from || fs::equivalent(from->run, folder, failed)) return std::nullopt;
    const event::RunFolder first{from->run};
    if (!first.holds_run() || !fs::exists(first.predictions(), failed)) return std::nullopt;
    const run::KnownRun known = run::read_known_run(from->run);
    CorrectionEffect effect{
        known.compared.name, from->labels,
        report::compare_predictions(report::PredictionTable::read(first.predictions()), predictions),
        differing_settings(known.compared, run)};
    if (effect.change.rows == 0) return std::nullopt;
    return effect;
}

} // namespace tunedesk::ui
