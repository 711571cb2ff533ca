// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/files/file.h"
#include "base/text.h"
#include "commands.h"
#include "on_host.h"
#include "output.h"
#include "program.h"
#include "remote/runs.h"
#include "run/follow/stream_run.h"
#include "task/task.h"

#include <csignal>
#include <fmt/format.h>
#include <memory>
#include <unistd.h>

namespace tunedesk::app {

namespace {

struct ListOptions {
    bool json = false, follow = false;
    std::string host;
};

/// The headline metric of the run's task: "accuracy 0.8326".
std::string headline_text(const run::ListedRun& run) {
    const task::Metric* metric =
        task::headline_among([&](const char* name) { return run.metrics.contains(name); });
    return metric ? fmt::format("{} {:.4f}", metric->name, run.metrics.at(metric->name)) : "-";
}

void print_table(const std::vector<run::ListedRun>& runs) {
    report::TextTable table{
        {"started", "name", "state", "step", "metric", "run"}, {}, {false, false, false, true, true, false}};
    for (const run::ListedRun& run : runs) {
        table.rows.push_back({run.started, run.name, status_text(run.status),
                              grouped(static_cast<std::uint64_t>(std::max<std::int64_t>(0, run.step))),
                              headline_text(run), run.path.string()});
    }
    write_text(runs.empty() ? "No runs yet. Next: tunedesk run PRESET\n" : table.to_text());
}

int list_runs(const ListOptions& options) {
    if (options.host.empty()) forbid_writes();
    if (options.follow) {
        ::signal(SIGPIPE, SIG_IGN);
        run::stream_list(send_json, [] { return false; });
        return 0;
    }
    const std::vector<run::ListedRun> runs =
        options.host.empty() ? run::RunLister().look() : remote::list_on(remote::server_named(options.host));
    if (options.json)
        print_json(run::to_json(runs));
    else
        print_table(runs);
    return 0;
}

} // namespace

void add_list_command(CLI::App& app, Action& action) {
    auto options = std::make_shared<ListOptions>();
    CLI::App* command = app.add_subcommand("list", "List this user's runs, the latest first");
    CLI::Option* json = command->add_flag("--json", options->json, "One JSON array");
    CLI::Option* follow = command
                              ->add_flag("--follow", options->follow,
                                         "Keep running, and print the list as one line whenever it changes, "
                                         "for a reader on another machine")
                              ->needs(json);
    add_host_option(*command, options->host);
    command->get_option("--host")->excludes(follow);
    command->callback([&action, options] { action = [options] { return list_runs(*options); }; });
}

} // namespace tunedesk::app
