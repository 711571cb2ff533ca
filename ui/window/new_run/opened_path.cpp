// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/new_run/opened_path.h"

#include "base/files/file.h"
#include "base/files/unreadable.h"
#include "base/text.h"
#include "data/files/json_array.h"
#include "event/folder/run_folder.h"
#include "report/foreign_run.h"
#include "ui/preset/form/preset_actions.h"

namespace tunedesk::ui {

namespace {

/// A folder stands for the log in it; a table may be called metrics.csv too.
bool is_log(const fs::path& path, bool is_folder) {
    if (!report::is_foreign_run(path) && !is_folder) return false;
    try {
        (void)report::read_foreign_run(path);
        return true;
    } catch (const Error&) {
        if (is_folder || path.extension() == ".csv") return false;
        throw;
    }
}

/// Settings to import are an object; a table's rows may be an array.
bool is_array(const fs::path& path) try {
    constexpr std::size_t beginning = 4096;
    return data::begins_object_array(
        MappedFile(path, ErrorId::sample_unreadable).text().substr(0, beginning));
} catch (const Error&) {
    return false; // look_into() names the reason
}

} // namespace

OpenedPath look_at(const fs::path& path) {
    using Kind = OpenedPath::Kind;
    OpenedPath opened;
    opened.path = fs::absolute(path).lexically_normal();
    const auto as = [&](Kind kind) {
        opened.kind = kind;
        return opened;
    };
    std::error_code failed;
    const bool is_folder = fs::is_directory(opened.path, failed);
    // A file of a run stands for the run.
    if (const fs::path parent = opened.path.parent_path();
        report::is_foreign_run(opened.path) && event::RunFolder{parent}.holds_run())
        opened.path = parent;
    if (event::RunFolder{opened.path}.holds_run()) return as(Kind::run);
    if (is_log(opened.path, is_folder)) return as(Kind::other_log);
    if (is_folder) {
        require_not_hidden(ErrorId::run_file_unreadable, opened.path / "preset.yaml");
        return as(Kind::no_run);
    }
    const std::string extension = ascii_lower(opened.path.extension().string());
    if (extension == ".tunedesk") return as(Kind::bundle);
    if (extension != ".yaml" && extension != ".yml" && extension != ".json") return as(Kind::table);
    if (extension == ".json" && is_array(opened.path)) return as(Kind::table);
    opened.imported = look_into(opened.path).imported;
    return as(opened.imported ? Kind::other_settings : Kind::preset);
}

} // namespace tunedesk::ui
