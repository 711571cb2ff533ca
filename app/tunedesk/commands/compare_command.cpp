// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "base/text.h"
#include "commands.h"
#include "comparison_files.h"
#include "on_host.h"
#include "output.h"
#include "program.h"
#include "report/settings/importance.h"

#include <algorithm>
#include <memory>

namespace tunedesk::app {

namespace {

struct CompareOptions {
    std::vector<std::string> runs;
    std::string out, group, host;
    bool importance = false;
};

int compare_on_host(const CompareOptions& options) {
    remote::Words command{"compare"};
    command.insert(command.end(), options.runs.begin(), options.runs.end());
    if (!options.group.empty()) command.insert(command.end(), {"--group", options.group});
    if (options.importance) command.emplace_back("--importance");
    return relay(options.host, command);
}

/// Removes duplicates: a run named twice would count as its own repetition.
std::vector<fs::path> each_once(const std::vector<std::string>& folders) {
    std::vector<fs::path> runs;
    for (const std::string& name : folders) {
        const fs::path folder = name;
        std::error_code unknown;
        const auto is_same = [&](const fs::path& run) {
            return run == folder || fs::equivalent(run, folder, unknown);
        };
        if (std::ranges::none_of(runs, is_same))
            runs.push_back(folder);
        else
            print_notice("{} is named twice and compared once\n", harmless(name));
    }
    return runs;
}

int compare_runs(const CompareOptions& options) {
    if (!options.host.empty()) return compare_on_host(options);
    if (options.out.empty())
        forbid_writes();
    else
        forbid_writes_but(options.out);
    std::vector<std::string> folders = options.runs;
    if (!options.group.empty())
        for (std::string& folder : runs_of_group(options.group))
            folders.push_back(std::move(folder));
    const std::vector<fs::path> runs = each_once(folders);
    if (runs.size() < 2)
        throw Error(ErrorId::one_run_to_compare, {}, runs.empty() ? "" : runs.front().string());
    const std::vector<report::ComparedRun> read = read_folders(runs);
    const report::Comparison comparison = report::compare(read);
    write_text(report::to_text(comparison));
    for (const report::ComparedRun& run : read)
        for (const std::string& part : run.summary.damaged)
            print_notice("warning: {}: damaged: {}\n", harmless(run.summary.folder.string()), harmless(part));
    if (options.importance) write_text("\n" + report::importance_text(read));
    if (options.out.empty()) return 0;
    print_text("\n");
    write_comparison(comparison, runs, options.out);
    return 0;
}

} // namespace

void add_compare_command(CLI::App& app, Action& action) {
    auto options = std::make_shared<CompareOptions>();
    CLI::App* command =
        app.add_subcommand("compare", "Show what differs between runs: presets, time, accuracy, memory");
    command->add_option("RUN", options->runs, "Run folders, two or more")->expected(0, 1000);
    command->add_option("--group", options->group, "The runs that were queued under this name");
    command->add_option("--out", options->out,
                        "Also write compare.md, compare.csv, settings.csv and bar charts into this folder");
    command->add_flag("--importance", options->importance,
                      "Also print how much of the headline metric each setting explains");
    add_host_option(*command, options->host);
    command->callback([&action, options] { action = [options] { return compare_runs(*options); }; });
}

} // namespace tunedesk::app
