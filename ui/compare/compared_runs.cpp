// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compared_runs.h"

#include "base/error.h"
#include "base/files/unreadable.h"
#include "event/folder/run_folder.h"
#include "report/foreign_run.h"
#include "run/registry/known_runs.h"
#include "ui/widgets/error_text.h"

#include <algorithm>

namespace tunedesk::ui {

namespace {

void add_own(ComparedRuns& all, const fs::path& folder) {
    all.runs.push_back(run::read_known_run(folder).compared);
    all.tools.emplace_back();
    all.places.push_back(all.runs.back().summary.folder);
    all.published.push_back(report::published_of(all.runs.back()));
    all.series.emplace_back();
    std::error_code failed;
    for (const std::string& part : all.runs.back().summary.damaged)
        all.problems.push_back(folder.filename().string() + ": " + part);
    const fs::path metrics = event::RunFolder{folder}.metrics();
    if (!fs::exists(metrics, failed)) return;
    report::Metrics read = report::read_metrics_csv(metrics);
    if (read.skipped > 0) all.problems.push_back(read.warning());
    all.series.back() = std::move(read.series);
}

void add_foreign(ComparedRuns& all, const fs::path& path) {
    report::ForeignRun run = report::read_foreign_run(path);
    all.runs.push_back(std::move(run.compared));
    all.tools.push_back(std::move(run.tool));
    all.places.push_back(run.file);
    all.published.push_back(nullptr);
    if (!run.warning.empty()) all.problems.push_back(std::move(run.warning));
    all.series.push_back(std::move(run.series));
}

} // namespace

std::vector<std::string> ComparedRuns::names() const {
    std::vector<std::string> names;
    for (const auto& row : comparison.figures.rows)
        names.push_back(row[0]);
    return names;
}

std::optional<double> ComparedRuns::published_figure(std::size_t run, const report::Figure& figure) const {
    return published[run] ? report::published_figure(runs[run], figure) : std::nullopt;
}

std::shared_ptr<const ComparedRuns> read_compared(const std::vector<fs::path>& paths,
                                                  const fs::path& baseline) {
    auto all = std::make_shared<ComparedRuns>();
    for (const fs::path& path : paths) {
        const std::size_t before = all->runs.size();
        try {
            const event::RunFolder folder{path};
            require_not_hidden(ErrorId::run_file_unreadable, folder.preset());
            if (folder.holds_run())
                add_own(*all, path);
            else
                add_foreign(*all, path);
        } catch (const Error& error) {
            all->problems.push_back(shown_error(error).toStdString());
        }
        std::error_code failed;
        if (all->runs.size() > before && !baseline.empty() && fs::equivalent(path, baseline, failed))
            all->baseline = before;
    }
    all->comparison = report::compare(all->runs);
    all->varying = report::varying_settings(all->runs);
    for (std::size_t i = 0; i < all->runs.size(); ++i)
        if (!all->tools[i].empty()) // the folder of a log is not a meaningful name
            all->comparison.figures.rows[i][0] = all->comparison.differences.header[i + 1] =
                all->runs[i].name;
    return all;
}

} // namespace tunedesk::ui
