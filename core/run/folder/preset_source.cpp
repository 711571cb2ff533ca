// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/folder/preset_source.h"

#include "base/text.h"
#include "preset/yaml/copy.h"
#include "preset/yaml/load.h"

namespace tunedesk::run {

namespace {

constexpr std::uint64_t longest_preset = 1u << 20;
constexpr std::size_t most_differences = 12; ///< a file with more differences counts as another preset

fs::path note_of(const event::RunFolder& run) {
    return state_home() / "presets" / run.identity();
}

std::string source_text(const event::RunFolder& run, const Preset& wanted) {
    std::error_code failed;
    try {
        const fs::path note = note_of(run);
        if (!fs::exists(note, failed)) return {};
        const fs::path file = read_file(note, ErrorId::preset_unreadable, 1u << 16);
        if (!fs::is_regular_file(file, failed)) return {};
        std::string text = read_file(file, ErrorId::preset_unreadable, longest_preset);
        const Preset now = preset::parse_draft(text, file.string(), file.parent_path()).loaded.preset;
        return preset::differences(now, wanted).size() <= most_differences ? text : std::string();
    } catch (const Error&) {
        return {};
    }
}

} // namespace

void note_preset_file(const event::RunFolder& run, const fs::path& file) {
    try {
        make_private_folder(state_home());
        make_private_folder(state_home() / "presets");
        write_private_file(note_of(run), fs::absolute(file).lexically_normal().string());
    } catch (const Error&) {
        return;
    }
}

std::string text_of_copy(const event::RunFolder& run, const Preset& wanted, const fs::path& folder) {
    return preset::copied_preset(source_text(run, wanted), wanted, folder);
}

} // namespace tunedesk::run
