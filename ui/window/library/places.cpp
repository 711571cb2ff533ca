// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/library/places.h"

#include "run/programs.h"

#include <algorithm>

namespace tunedesk::ui {

namespace {

/// BUILD/bin is two levels below the source tree: build/PRESET/bin.
fs::path source_tree() {
    const fs::path root = run::program_folder().parent_path().parent_path().parent_path();
    std::error_code failed;
    return fs::is_regular_file(root / "presets" / "quickstart.yaml", failed) ? root : fs::path();
}

} // namespace

fs::path shipped_folder() {
    return run::shipped_presets_folder();
}

fs::path documentation_folder() {
    std::error_code failed;
    const fs::path root = source_tree();
    const fs::path folder = root.empty()
                                ? run::program_folder().parent_path() / "share" / "doc" / "tunedesk" / "docs"
                                : root / "docs";
    return fs::is_directory(folder, failed) ? folder : fs::path();
}

std::vector<fs::path> shipped_presets() {
    std::error_code failed;
    std::vector<fs::path> presets;
    for (const fs::directory_entry& entry : fs::directory_iterator(shipped_folder(), failed))
        if (entry.path().extension() == ".yaml") presets.push_back(entry.path());
    std::sort(presets.begin(), presets.end());
    return presets;
}

fs::path fetched_models() {
    const fs::path root = source_tree();
    return root.empty() ? root : root / ".deps" / "models";
}

fs::path working_folder_of(const fs::path& preset) {
    const fs::path shipped = shipped_folder();
    const bool ours = !shipped.empty() && preset.parent_path() == shipped;
    return ours ? fs::current_path() : preset.parent_path();
}

} // namespace tunedesk::ui
