// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/folder/run_contents.h"

#include "base/error.h"
#include "event/folder/run_folder.h"
#include "preset/yaml/load.h"

#include <algorithm>
#include <vector>

namespace tunedesk::run {

namespace {

constexpr int deepest = 5;

bool is_own(const event::RunFolder& run, const fs::path& folder) {
    const fs::path own[] = {run.tensorboard(), run.checkpoints(), run.best(),
                            run.final_model(), run.plots(),       run.log(0).parent_path()};
    return std::find(std::begin(own), std::end(own), folder) != std::end(own);
}

std::vector<fs::path> folders_in(const fs::path& folder) {
    std::vector<fs::path> folders;
    std::error_code failed;
    for (auto entry = fs::directory_iterator(folder, failed); !failed && entry != fs::directory_iterator();
         entry.increment(failed))
        if (entry->is_directory(failed) && !entry->is_symlink(failed)) folders.push_back(entry->path());
    std::sort(folders.begin(), folders.end());
    return folders;
}

std::size_t runs_in(const fs::path& folder, int depth) {
    const event::RunFolder run{folder};
    std::error_code failed;
    const bool is_run = run.holds_run() && fs::exists(run.journal(), failed);
    std::size_t runs = is_run ? 1 : 0;
    if (depth > 0)
        for (const fs::path& below : folders_in(folder))
            if (!is_run || !is_own(run, below)) runs += runs_in(below, depth - 1);
    return runs;
}

bool reads_data_from(const event::RunFolder& run) {
    const std::string root = fs::absolute(run.root).lexically_normal().string() + "/";
    try {
        const auto& data = preset::load_draft(run.preset()).loaded.preset.data;
        std::vector<std::string> files{data.train, data.validation, data.test, data.split_file};
        files.insert(files.end(), data.extra_validation.begin(), data.extra_validation.end());
        return std::any_of(files.begin(), files.end(), [&](const std::string& file) {
            return fs::path(file).lexically_normal().string().starts_with(root);
        });
    } catch (const Error&) {
        return false;
    }
}

} // namespace

ForeignContents foreign_contents(const fs::path& folder) {
    const event::RunFolder run{folder};
    ForeignContents found;
    for (const fs::path& below : folders_in(folder)) {
        if (is_own(run, below) || below.filename().string().starts_with('.')) continue;
        found.folders.push_back(below.filename().string());
        found.runs += runs_in(below, deepest);
    }
    found.has_data = reads_data_from(run);
    return found;
}

} // namespace tunedesk::run
