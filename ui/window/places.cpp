#include "ui/window/places.h"

#include "run/programs.h"

#include <algorithm>

namespace tunedesk::ui {

namespace {

/// BUILD/bin lies two levels below the source tree: build/PRESET/bin.
fs::path source_tree() {
    const fs::path root = run::program_folder().parent_path().parent_path().parent_path();
    std::error_code failed;
    return fs::is_regular_file(root / "presets" / "quickstart.yaml", failed) ? root : fs::path();
}

} // namespace

fs::path shipped_folder() {
    return run::shipped_presets_folder();
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

fs::path preset_folder_of(const fs::path& run) {
    const fs::path runs = run.parent_path(), above = runs.parent_path(); // the latter holds sweeps
    if (runs.filename() == "runs") return above;
    return above.filename() == "runs" ? above.parent_path() : runs;
}

fs::path working_folder_of(const fs::path& preset) {
    const fs::path shipped = shipped_folder();
    const bool ours = !shipped.empty() && preset.parent_path() == shipped;
    return ours ? fs::current_path() : preset.parent_path();
}

fs::path unused_name(const fs::path& folder, const std::string& stem, const std::string& suffix) {
    std::error_code failed;
    fs::path path = folder / (stem + suffix);
    for (int number = 2; fs::exists(fs::symlink_status(path, failed)); ++number)
        path = folder / (stem + "-" + std::to_string(number) + suffix);
    return path;
}

} // namespace tunedesk::ui
