// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/doctor/doctor_data.h"

#include "base/error.h"
#include "event/folder/run_folder.h"
#include "preset/yaml/load.h"
#include "run/queue/folds.h"

namespace tunedesk::ui {

namespace {

fs::path tested_file_of(const fs::path& run) {
    return run::tested_file(preset::load_draft(event::RunFolder{run}.preset()).loaded.preset);
}

/// std::nullopt if the run has not tested rows of the same file for the same classes.
std::optional<DoctorSource> read_fold(const fs::path& run, const DoctorSource& first, const fs::path& file) {
    try {
        DoctorSource fold{run, nullptr, {}};
        const auto table = std::make_shared<const report::PredictionTable>(
            report::PredictionTable::read(event::RunFolder{run}.predictions()));
        if (table->target() != task::Target::one_class || table->names() != first.predictions->names() ||
            !table->has_lines() || tested_file_of(run) != file)
            return std::nullopt;
        fold.saved = run::read_corrections({run}, *table);
        fold.predictions = table;
        return fold;
    } catch (const Error&) { // an unreadable run has no rows to show
        return std::nullopt;
    }
}

} // namespace

std::shared_ptr<const DoctorData> find_suspicious_rows(const std::shared_ptr<const ReportData>& read) {
    auto found = std::make_shared<DoctorData>();
    const fs::path& run = read->run.compared.summary.folder;
    // The source shares ownership of the read data, so that the table stays valid with this pointer.
    found->sources.push_back({run, {read, &read->predictions}, read->saved});
    if (const std::vector<fs::path> folds = run::other_folds(run);
        !folds.empty() && read->predictions.has_lines()) {
        const fs::path file = tested_file_of(run);
        for (const fs::path& each : folds)
            if (auto fold = read_fold(each, found->sources.front(), file))
                found->sources.push_back(std::move(*fold));
    }
    std::vector<const report::PredictionTable*> tables;
    std::size_t all = 0;
    for (const DoctorSource& source : found->sources) {
        tables.push_back(source.predictions.get());
        found->rows += source.predictions->labelled();
        all += source.predictions->rows();
    }
    found->issues = report::find_label_issues(tables);
    found->compares_neighbors = all <= report::most_neighbor_rows;
    return found;
}

} // namespace tunedesk::ui
