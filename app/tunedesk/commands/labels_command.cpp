// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "base/text.h"
#include "commands.h"
#include "event/folder/required_run.h"
#include "output.h"
#include "preset/yaml/load.h"
#include "program.h"
#include "report/predictions/label_issues.h"
#include "report/text_table.h"
#include "run/folder/corrections.h"
#include "run/registry/known_runs.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>

namespace tunedesk::app {

namespace {

struct LabelsOptions {
    std::vector<std::string> runs;
    std::string group, out;
    std::size_t most = 30;
};

/// A run's predictions and its tested file.
struct TestedRun {
    report::PredictionTable table;
    fs::path file;
};

TestedRun read_tested(const fs::path& folder) {
    const event::RunFolder run{folder};
    event::require_run(run);
    const Preset preset = preset::load(run.preset()).preset;
    std::error_code unknown;
    if (preset.data.test.empty() && preset.data.test_split == 0 && preset.data.split_file.empty() &&
        !fs::exists(run.predictions(), unknown))
        throw Error(ErrorId::predictions_invalid, {"the run has no test rows"}, folder.string())
            .with_next("set data.test or data.test_split, and run again");
    return {report::PredictionTable::read(run.predictions()), run::tested_file(preset)};
}

std::string percent(float share) {
    return share > 0 ? fmt::format("{:.0f} %", 100 * share) : "-";
}

/// The reason why the label may be wrong.
std::string reason_of(const report::LabelIssue& issue) {
    std::vector<std::string> reasons;
    if (issue.look_alike > 0) reasons.push_back("class of the same name");
    if (issue.model > 0) reasons.push_back("model");
    if (issue.twins > 0)
        reasons.push_back(issue.twin_count == 1 ? "a row of the same text"
                                                : fmt::format("{} rows of the same text", issue.twin_count));
    if (issue.neighbors.against > 0)
        reasons.push_back(
            fmt::format("{} of {} similar rows", issue.neighbors.others, issue.neighbors.count));
    return fmt::format("{}", fmt::join(reasons, ", "));
}

void print_issues(const std::vector<TestedRun>& runs, const std::vector<report::LabelIssue>& issues,
                  std::size_t most) {
    const std::vector<std::string>& names = runs.front().table.names();
    report::TextTable table{
        {"evidence", "label", "perhaps", "why", "line", "text"}, {}, {true, false, false, false, true}};
    for (std::size_t i = 0; i < std::min(most, issues.size()); ++i) {
        const report::LabelIssue& issue = issues[i];
        const report::PredictionTable& from = runs[issue.table].table;
        table.rows.push_back({percent(issue.evidence()),
                              harmless(names[static_cast<std::size_t>(issue.label)]),
                              harmless(names[static_cast<std::size_t>(issue.suggested)]), reason_of(issue),
                              from.line(issue.row) > 0 ? fmt::to_string(from.line(issue.row)) : "-",
                              shortened(from.text(issue.row), 90)});
    }
    write_text(table.to_text());
    std::size_t rows = 0;
    for (const TestedRun& run : runs)
        rows += run.table.labelled();
    print_text("\n{} of {} labels have some evidence against them; {} shown\n", grouped(issues.size()),
               grouped(rows), table.rows.size());
}

void write_issues(const std::vector<TestedRun>& runs, const std::vector<report::LabelIssue>& issues,
                  const fs::path& path) {
    const std::vector<std::string>& names = runs.front().table.names();
    std::string csv = "file,line,label,suggested,evidence,model,twins,neighbors,look_alike,text\n";
    for (const report::LabelIssue& issue : issues) {
        const TestedRun& run = runs[issue.table];
        csv += fmt::format(
            "{},{},{},{},{:.4f},{:.4f},{:.4f},{:.4f},{:.4f},{}\n", csv_field(run.file.string()),
            run.table.line(issue.row), csv_field(names[static_cast<std::size_t>(issue.label)]),
            csv_field(names[static_cast<std::size_t>(issue.suggested)]), issue.evidence(), issue.model,
            issue.twins, issue.neighbors.against, issue.look_alike, csv_field(run.table.text(issue.row)));
    }
    write_private_file(path, csv);
    print_text("written: {}\n", path.string());
}

int list_labels(const LabelsOptions& options) {
    if (options.out.empty())
        forbid_writes();
    else
        forbid_writes_beside(options.out);
    std::vector<fs::path> folders(options.runs.begin(), options.runs.end());
    if (!options.group.empty())
        for (const run::RegisteredRun& known : run::registered_runs())
            if (known.group == options.group) folders.push_back(known.path);
    if (folders.empty()) throw Error(ErrorId::group_unknown, {}, options.group);
    std::vector<TestedRun> runs;
    for (const fs::path& folder : folders)
        runs.push_back(read_tested(folder));
    std::vector<const report::PredictionTable*> tables;
    for (const TestedRun& run : runs)
        tables.push_back(&run.table);
    const std::vector<report::LabelIssue> issues = report::find_label_issues(tables);
    print_issues(runs, issues, options.most);
    if (!options.out.empty()) write_issues(runs, issues, options.out);
    return 0;
}

} // namespace

void add_labels_command(CLI::App& app, Action& action) {
    const auto options = std::make_shared<LabelsOptions>();
    CLI::App* command = app.add_subcommand(
        "labels",
        "List the tested rows whose labels are likely wrong, most likely first: rows that a model not "
        "trained on them predicts as another class, and rows that equal or similar rows contradict");
    CLI::Option* runs = command->add_option(
        "RUN", options->runs, "Finished runs; the runs of `queue add --folds N` together test every row");
    command->add_option("--group", options->group, "All runs that were queued together under this name");
    command->add_option("--top", options->most, "How many to show")->capture_default_str();
    command->add_option("--out", options->out, "Write all of them as CSV");
    command->callback([options, runs, &action] {
        if (runs->count() == 0 && options->group.empty()) throw CLI::RequiredError("RUN or --group");
        action = [options] { return list_labels(*options); };
    });
}

} // namespace tunedesk::app
