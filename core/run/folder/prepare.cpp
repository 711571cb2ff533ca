// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/folder/prepare.h"

#include "base/clock.h"
#include "base/files/unreadable.h"
#include "base/text.h"
#include "event/folder/run_folder_guard.h"
#include "format/hub/hub_data.h"
#include "format/safetensors.h"
#include "plan/data_specs.h"
#include "plan/estimate.h"
#include "plan/model_folder.h"
#include "preset/schema/state_bytes.h"
#include "preset/yaml/load.h"

#include <cerrno>
#include <fmt/format.h>
#include <unistd.h>

namespace tunedesk::run {

namespace {

/// Bytes per element in a file of weights; a file that cannot be read counts as fp32: its next reader reports
/// the error.
std::uint64_t bytes_of_number(const fs::path& file) {
    try {
        const format::SafetensorsFile weights(file);
        if (!weights.tensors().empty()) return format::size_of(weights.tensors().begin()->second.dtype);
    } catch (const Error&) {
    }
    return 4;
}

/// Number of elements in a model folder's weights.
std::uint64_t weight_count(const fs::path& model) {
    std::uint64_t count = 0;
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator(model, failed)) {
        if (entry.path().extension() != ".safetensors") continue;
        std::error_code unknown;
        const std::uint64_t size = entry.file_size(unknown);
        if (!unknown) count += size / bytes_of_number(entry.path());
    }
    return count;
}

/// The same for a new model; 0 if its text cannot be read, which the run reports.
std::uint64_t made_count(const Preset& preset) {
    try {
        const arch::ModelConfig config = plan::model_config(preset);
        return plan::trained_spec(preset, config, static_cast<std::size_t>(config.vocab_size)).count();
    } catch (const Error&) {
        return 0;
    }
}

/// Disk space for a run's checkpoints and models, estimated from the number of weights.
std::uint64_t disk_needed(const Preset& preset) {
    const std::uint64_t count =
        plan::is_made(preset) ? made_count(preset) : weight_count(plan::known_model_folder(preset));
    const auto number = static_cast<std::uint64_t>(size_of(preset.precision.params));
    const bool saves = preset.logging.level == Preset::LogLevel::full;
    const std::uint64_t state = preset.precision.params == Preset::Compute::fp16 ? 4 : number; // as Optimizer
    const std::uint64_t moments = preset.training.optim == Preset::Optim::sgd
                                      ? (preset.training.momentum > 0 ? state : 0u)
                                  : preset.training.optim == Preset::Optim::adamw_8bit ? 2u
                                                                                       : 2 * state;
    // One more than is kept, because a new one is committed before the oldest is removed; then best/ and
    // final/.
    const auto checkpoints = saves ? static_cast<std::uint64_t>(preset.checkpoint.keep) + 1 : 0;
    return count * ((number + moments) * checkpoints + number * 2);
}

[[noreturn]] void refuse_folder(const fs::path& folder, int reason) {
    throw Error(ErrorId::run_folder_not_writable, {errno_text(reason)}, folder.string());
}

/// A folder that cannot be created has no free space either: this error is reported first.
void require_writable(const fs::path& folder) {
    fs::path parent = fs::absolute(folder).lexically_normal();
    std::error_code unknown;
    while (!fs::is_directory(parent, unknown) && parent != parent.root_path())
        parent = parent.parent_path();
    std::string probe = (parent / ".tunedesk-XXXXXX").string();
    if (::mkdtemp(probe.data()))
        ::rmdir(probe.c_str());
    else if (errno != ENOSPC && errno != EDQUOT)
        refuse_folder(folder, errno);
}

/// The group of the run in the register.
RunGroup registered_group(const fs::path& file) {
    try {
        const Json json = parse_json(read_file(file, ErrorId::known_run_unreadable, 1u << 16), file.string(),
                                     ErrorId::known_run_unreadable);
        return {json.value("group", std::string()), json.value("setting", std::string())};
    } catch (const std::exception&) {
        return {}; // missing or damaged
    }
}

/// A folder with the user's own files may become a run folder, but none of those files is overwritten.
void require_nothing_to_replace(const event::RunFolder& folder) {
    for (const fs::path& file :
         {folder.best(), folder.final_model(), folder.checkpoints(), folder.metrics(), folder.predictions(),
          folder.confusion(), folder.report_json(), folder.report_text(), folder.journal()}) {
        std::error_code unknown;
        if (fs::exists(file, unknown))
            throw Error(ErrorId::folder_has_files, {file.filename().string()}, folder.root.string());
    }
}

/// Rejects a file that the preset names in `key`.
[[noreturn]] void refuse_file(const char* key, const fs::path& path, int number) {
    const Error reason = unreadable(ErrorId::data_unreadable, number, path);
    Error error(ErrorId::preset_file_unreadable, {key, reason.values().front(), key}, path.string());
    if (reason.has_own_advice()) error.with_next(reason.next());
    throw error;
}

} // namespace

std::string folder_name(const std::string& name) {
    std::string safe;
    for (const char c : name) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                           c == '_' || c == '.';
        if (plain && !(safe.empty() && c == '.'))
            safe += c;
        else if (!safe.empty() && safe.back() != '-')
            safe += '-';
    }
    safe = safe.substr(0, 60);
    while (!safe.empty() && safe.back() == '-')
        safe.pop_back();
    return safe.empty() ? "run" : safe;
}

fs::path default_run_folder(const Preset& preset, const fs::path& base, double utc) {
    const fs::path first = base / "runs" / (folder_name(preset.name) + "-" + utc_text(utc, true));
    fs::path path = first;
    std::error_code unknown;
    for (int number = 2; fs::exists(path, unknown); ++number)
        path = first.string() + "-" + std::to_string(number);
    return path;
}

event::RunFolder folder_for(const Preset& preset, const std::string& given) {
    fs::path root = given.empty() ? default_run_folder(preset, fs::current_path(), utc_seconds())
                                  : fs::absolute(given).lexically_normal();
    if (!root.has_filename()) root = root.parent_path();
    if (find_invalid_utf8(root.native())) throw Error(ErrorId::run_folder_name_not_utf8, {}, root.string());
    return {root};
}

void require_disk(const std::vector<QueuedRun>& runs) {
    if (runs.empty()) return;
    std::uint64_t needed = 0;
    for (const QueuedRun& run : runs)
        needed += disk_needed(run.preset);
    const fs::path& folder = runs.front().folder.root;
    const std::uint64_t room = free_space(folder);
    if (room >= needed) return;
    require_writable(folder);
    const std::string who =
        runs.size() == 1 ? "the run" : fmt::format("the {} runs together", grouped(runs.size()));
    throw Error(ErrorId::disk_space_missing, {who, human_bytes(needed), human_bytes(room)}, folder.string());
}

void check_before_start(const Preset& preset, const fs::path& run_folder, StartTime when) {
    std::error_code unknown;
    const fs::path model = plan::is_made(preset) ? fs::path() : plan::model_folder(preset);
    if (!model.empty() && !fs::is_regular_file(model / "config.json", unknown)) {
        require_not_hidden(ErrorId::config_unreadable, model / "config.json");
        throw Error(ErrorId::model_config_missing, {}, model.string());
    }
    std::vector<std::pair<const char*, std::string>> files{{"data.train", preset.data.train},
                                                           {"data.validation", preset.data.validation},
                                                           {"data.test", preset.data.test},
                                                           {"data.split_file", preset.data.split_file}};
    for (const std::string& file : preset.data.extra_validation)
        files.emplace_back("data.extra_validation", file);
    const bool may_be_folder = task::task_of(preset.task).is_of_images();
    for (const auto& [key, path] : files) {
        if (path.empty()) continue;
        format::require_rows_downloaded(path, key);
        if (::access(path.c_str(), R_OK) != 0) refuse_file(key, path, errno);
        if (!may_be_folder && fs::is_directory(path, unknown)) refuse_file(key, path, EISDIR);
    }
    require_room_for_ranks(preset, when);
    require_disk({{preset, {run_folder}, {}}});
}

void make_run_folder(const event::RunFolder& folder) {
    event::require_safe_run_folder(folder);
    try {
        make_folders(folder.root, ErrorId::run_folder_not_writable, 0700);
        make_folders(folder.root / "logs", ErrorId::run_folder_not_writable, 0700);
    } catch (Error& error) {
        throw error.with_next("choose a folder you may write in with --run-dir");
    }
    if (::access(folder.root.c_str(), W_OK) != 0) refuse_folder(folder.root, errno);
}

void begin_run(const event::RunFolder& folder, const Preset& preset, const RunGroup& group) {
    const std::string root = folder.root.string();
    if (folder.holds_run()) throw Error(ErrorId::run_exists, {root}, root);
    require_nothing_to_replace(folder);
    try {
        write_private_file(folder.preset(), preset::to_yaml(plan::with_model_commit(preset)));
    } catch (const Error& error) {
        throw Error(ErrorId::run_folder_not_writable, {error.message()}, error.where());
    }
    register_run(folder, preset, group);
}

void register_run(const event::RunFolder& folder, const Preset& preset, const RunGroup& group) {
    const fs::path file = state_home() / "runs" / (folder.identity() + ".json");
    const RunGroup known = group.group.empty() ? registered_group(file) : group;
    const Json entry = {{"path", fs::absolute(folder.root).lexically_normal().string()},
                        {"name", preset.name},
                        {"started", utc_text(utc_seconds())},
                        {"task", task::task_of(preset.task).name},
                        {"group", known.group},
                        {"setting", known.setting}};
    try {
        make_private_folder(state_home());
        make_private_folder(state_home() / "runs");
        write_private_file(file, entry.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
    } catch (const Error&) {
        return; // `list` also looks into ./runs
    }
}

} // namespace tunedesk::run
