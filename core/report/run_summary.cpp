// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/run_summary.h"

#include "base/error.h"
#include "base/files/unreadable.h"
#include "base/phrase.h"
#include "base/text.h"
#include "event/evaluation.h"
#include "event/event_line.h"
#include "event/number.h"
#include "event/prediction_sample.h"

#include <algorithm>
#include <fmt/format.h>

namespace tunedesk::report {

namespace {

constexpr std::uint64_t small_file_bytes = 16u << 20;
constexpr std::size_t journal_part_bytes = 256u << 10;

void take_event(const event::Event& event, RunProgress& progress) {
    const Json& fields = event.fields;
    using event::Type;
    if (event.type == Type::Started) {
        progress.steps = whole_field(fields, "steps", progress.steps);
    } else if (event.type == Type::Resumed) {
        progress.step = whole_field(fields, "from_step", progress.step);
    } else if (event.type == Type::Step) {
        progress.step = whole_field(fields, "step", progress.step);
        progress.epoch = event::number_field(fields, "epoch").value_or(progress.epoch);
        progress.loss = event::number_field(fields, "loss");
    } else if (event.type == Type::Progress &&
               ascii_lower(text_field(fields, "phase")).starts_with("train")) {
        progress.step = std::max(progress.step, whole_field(fields, "done", 0));
        progress.steps = whole_field(fields, "total", progress.steps);
    } else if (event.type == Type::Eval && text_field(fields, "split") != "test" &&
               !event::is_extra_validation(event)) {
        progress.step = std::max(progress.step, whole_field(fields, "step", 0));
        progress.evaluated = event::metrics_of(event);
        if (auto samples = event::samples_of(event); !samples.empty()) {
            if (progress.samples.size() > 1) progress.samples.erase(std::prev(progress.samples.end()));
            progress.samples.insert_or_assign(whole_field(fields, "step", 0), std::move(samples));
        }
        if (whole_field(fields, "step", -1) == 0) progress.at_start = progress.evaluated;
        const auto best = fields.find("best");
        if (best != fields.end() && *best == true) progress.best = progress.evaluated;
    } else if (event.type == Type::State) {
        progress.last_state = text_field(fields, "state");
    }
}

/// Damaged lines are passed over: the readers of the whole journal count them.
void take_lines(std::string_view text, RunProgress& progress) {
    for (const std::string_view line : split(text, '\n'))
        if (const auto event = event::event_of_line(line)) take_event(*event, progress);
}

/// Of the middle of a long journal only the evaluations are read: its end supersedes the rest. Its beginning
/// has the Started event.
RunProgress read_progress(const fs::path& journal) {
    RunProgress progress;
    const MappedFile file(journal, ErrorId::run_file_unreadable);
    std::string_view text = file.text();
    if (text.size() > 2 * journal_part_bytes) {
        const auto part = [&](std::size_t begin, std::size_t end) { // whole lines, from the end of one
            const auto line_end = [&](std::size_t at) {
                return at == 0 || at >= text.size() ? at : std::min(text.size(), text.find('\n', at));
            };
            return text.substr(line_end(begin), line_end(end) - line_end(begin));
        };
        take_lines(part(0, journal_part_bytes), progress);
        for (const std::string_view line :
             split(part(journal_part_bytes, text.size() - journal_part_bytes), '\n'))
            if (line.find("\"Eval\"") != std::string_view::npos) take_lines(line, progress);
        text = part(text.size() - journal_part_bytes, text.size());
    }
    take_lines(text, progress);
    return progress;
}

} // namespace

std::string RunSummary::folder_name() const {
    return folder.has_filename() ? folder.filename().string() : folder.parent_path().filename().string();
}

RunSummary read_run(const fs::path& folder) {
    RunSummary run;
    std::error_code failed;
    run.folder = fs::canonical(folder, failed);
    const bool found = !failed;
    if (!found || !fs::exists(run.folder / "preset.yaml", failed)) {
        require_not_hidden(ErrorId::run_file_unreadable, folder / "preset.yaml");
        throw Error(found ? ErrorId::run_preset_missing : ErrorId::run_missing, {}, folder.string());
    }
    const auto part = [&](const char* name, auto read) {
        const fs::path path = run.folder / name;
        if (!fs::exists(path, failed)) return;
        try {
            read(path);
        } catch (const Error& error) {
            run.damaged.push_back(fmt::format("{}: {}", name, error.message()));
        }
    };
    const auto object = [](const fs::path& path) {
        Json json = parse_json(read_file(path, ErrorId::run_file_unreadable, small_file_bytes), path.string(),
                               ErrorId::run_file_unreadable);
        if (!json.is_object())
            throw Error(ErrorId::run_file_unreadable,
                        {TUNEDESK_TRANSLATABLE("ErrorDetail", "not a JSON object")}, path.string());
        return json;
    };
    part("preset.yaml", [&](const fs::path& path) {
        run.preset_yaml = read_file(path, ErrorId::run_file_unreadable, small_file_bytes);
    });
    part("environment.json", [&](const fs::path& path) { run.environment = object(path); });
    part("report.json", [&](const fs::path& path) {
        run.report =
            parse_report_json(read_file(path, ErrorId::run_file_unreadable, small_file_bytes), path.string());
    });
    part("report.txt", [&](const fs::path& path) {
        run.report_text = read_file(path, ErrorId::run_file_unreadable, small_file_bytes);
    });
    part("exit.json", [&](const fs::path&) { run.exit = event::read_exit({run.folder}); });
    part("events.jsonl", [&](const fs::path& path) { run.progress = read_progress(path); });
    for (const char* model : {"best", "final"})
        try {
            require_not_hidden(ErrorId::run_file_unreadable, run.folder / model);
        } catch (const Error& error) {
            run.damaged.push_back(fmt::format("{}: {}", model, error.message()));
        }
    run.has_best = fs::is_directory(run.folder / "best", failed);
    run.has_final = fs::is_directory(run.folder / "final", failed);
    return run;
}

} // namespace tunedesk::report
