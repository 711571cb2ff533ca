// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan/saved/intact_model.h"

#include "arch/adapter_folder.h"
#include "base/error.h"
#include "base/hash.h"
#include "format/checkpoint.h"
#include "format/manifest.h"
#include "format/training_state.h"

#include <fmt/format.h>

namespace tunedesk::plan {

namespace {

constexpr std::uint64_t most_state_bytes = 16u << 20;

/// The manifest's text; empty if there is none, as in runs of early versions.
std::string manifest_of(const fs::path& folder) {
    const fs::path path = folder / format::manifest_name;
    std::error_code unknown;
    return fs::exists(path, unknown)
               ? read_file(path, ErrorId::manifest_unreadable, format::max_manifest_bytes)
               : std::string();
}

/// A live run may replace the folder meanwhile: then the new model is verified.
void verify_model(const fs::path& folder) {
    constexpr int most_exchanges = 3;
    std::string manifest = manifest_of(folder);
    for (int exchanges = 0; !manifest.empty(); ++exchanges) {
        try {
            return format::verify_folder(folder);
        } catch (Error& error) {
            std::string now = manifest_of(folder);
            if (now == manifest || exchanges == most_exchanges)
                throw error.with_next("restore the file, or use a copy of the folder if the change is meant");
            manifest = std::move(now);
        }
    }
}

/// The hashes of the frozen weights that are not part of the newest checkpoint; empty if it cannot be read.
std::map<std::string, std::string> hashes_of_base(const event::RunFolder& run) {
    std::map<std::string, std::string> hashes;
    const std::vector<std::int64_t> steps = format::list_checkpoints(run.checkpoints());
    if (steps.empty()) return hashes;
    const fs::path state = run.checkpoints() / format::checkpoint_name(steps.front()) / "state.json";
    try {
        const auto saved = format::parse_state(read_file(state, ErrorId::state_unreadable, most_state_bytes),
                                               state.string());
        if (!saved.run) return hashes;
        for (const auto& [part, hash] : saved.run->model_hashes)
            if (part.ends_with(".safetensors")) hashes.emplace(part, hash);
    } catch (const Error&) {
        return {}; // a resume reports the damage
    }
    return hashes;
}

} // namespace

void require_intact(const fs::path& model) {
    const fs::path folder = fs::absolute(model).lexically_normal();
    const event::RunFolder run{folder.has_filename() ? folder.parent_path()
                                                     : folder.parent_path().parent_path()};
    const fs::path name = folder.has_filename() ? folder.filename() : folder.parent_path().filename();
    if (!run.holds_run() || (name != run.best().filename() && name != run.final_model().filename())) return;
    verify_model(model);
    if (const auto adapters = arch::read_adapter_folder(model)) require_same_base(run, adapters->base);
}

void require_same_base(const event::RunFolder& run, const fs::path& base) {
    const std::map<std::string, std::string> then = hashes_of_base(run);
    if (then.empty()) return;
    for (const fs::path& weights : format::ModelWeights(base).paths()) {
        const auto found = then.find(weights.filename());
        if (found == then.end() || found->second != file_hash(weights, ErrorId::model_file_unreadable))
            throw Error(ErrorId::run_changed,
                        {fmt::format("model.path: its {} differs", weights.filename().string())},
                        base.string())
                .with_next("restore the model that the run trained on, or run again");
    }
}

} // namespace tunedesk::plan
