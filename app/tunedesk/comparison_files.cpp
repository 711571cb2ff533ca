// SPDX-License-Identifier: GPL-3.0-or-later
#include "comparison_files.h"

#include "base/error.h"
#include "base/text.h"
#include "event/folder/run_folder.h"
#include "output.h"
#include "plots.h"
#include "run/registry/known_runs.h"

#include <algorithm>
#include <fmt/format.h>

namespace tunedesk::app {

namespace {

constexpr double drawing_seconds = 120;

/// The charts' paths; a comparison does not fail if they cannot be drawn.
std::string draw_charts(const std::vector<fs::path>& runs, const fs::path& out) {
    std::vector<fs::path> absolute;
    for (const fs::path& run : runs)
        absolute.push_back(fs::absolute(run));
    const auto drawn = draw_comparison(absolute, fs::absolute(out), drawing_seconds);
    if (!drawn) return "no charts: tunedesk-gui, which draws them, is not installed\n";
    if (drawn->code != 0) return fmt::format("no charts: {}\n", trimmed(drawn->error));
    std::string text;
    for (const std::string_view line : split(trimmed(drawn->out), '\n'))
        text += fmt::format("written: {}\n", line);
    return text;
}

} // namespace

std::vector<std::string> runs_of_group(const std::string& group) {
    std::vector<run::RegisteredRun> runs = run::registered_runs();
    std::erase_if(runs, [&](const run::RegisteredRun& known) {
        return known.group != group || !event::RunFolder{known.path}.holds_run();
    });
    if (runs.empty()) throw Error(ErrorId::group_unknown, {}, group);
    std::ranges::stable_sort(runs, {}, &run::RegisteredRun::started);
    std::vector<std::string> folders;
    for (const run::RegisteredRun& known : runs)
        folders.push_back(known.path.string());
    return folders;
}

std::vector<report::ComparedRun> read_folders(const std::vector<fs::path>& runs) {
    std::vector<report::ComparedRun> read;
    for (const fs::path& run : runs)
        read.push_back(run::read_known_run(run).compared);
    return read;
}

report::Comparison compare_folders(const std::vector<fs::path>& runs) {
    return report::compare(read_folders(runs));
}

void write_comparison(const report::Comparison& comparison, const std::vector<fs::path>& runs,
                      const fs::path& out) {
    make_folders(out, ErrorId::folder_not_created);
    const auto write = [&](const char* name, const std::string& text) {
        write_file_atomically(out / name, text);
        print_text("written: {}\n", (out / name).string());
    };
    write("compare.md", report::to_markdown(comparison));
    write("compare.csv", report::to_csv(comparison));
    if (!comparison.settings_data.rows.empty()) write("settings.csv", comparison.settings_data.to_csv());
    write_text(draw_charts(runs, out));
}

} // namespace tunedesk::app
