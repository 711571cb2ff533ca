#include "base/error.h"
#include "commands.h"
#include "run/known_runs.h"

#include <fmt/format.h>
#include <memory>

namespace tunedesk::app {

namespace {

struct Options {
    std::vector<std::string> runs;
    std::string out;
};

int compare_runs(const Options& options) {
    std::vector<report::ComparedRun> runs;
    for (const std::string& folder : options.runs)
        runs.push_back(run::read_known_run(folder).compared);
    const report::Comparison comparison = report::compare(runs);
    fmt::print("{}", report::to_text(comparison));
    if (options.out.empty()) return 0;
    const fs::path out(options.out);
    std::error_code failed;
    fs::create_directories(out, failed);
    if (failed) throw Error(5002, "cannot create the folder: " + failed.message(), out.string());
    write_file_atomically(out / "compare.md", report::to_markdown(comparison));
    write_file_atomically(out / "compare.csv", report::to_csv(comparison));
    fmt::print("\nwritten: {}, {}\n", (out / "compare.md").string(), (out / "compare.csv").string());
    return 0;
}

} // namespace

void add_compare_command(CLI::App& app, Action& action) {
    auto options = std::make_shared<Options>();
    CLI::App* command =
        app.add_subcommand("compare", "Show what differs between runs: presets, time, accuracy, memory");
    command->add_option("RUN", options->runs, "Run folders, two or more")->required()->expected(2, 1000);
    command->add_option("--out", options->out, "Also write compare.md and compare.csv into this folder");
    command->callback([&action, options] { action = [options] { return compare_runs(*options); }; });
}

} // namespace tunedesk::app
