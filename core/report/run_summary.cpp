#include "report/run_summary.h"

#include "base/error.h"
#include "base/text.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>

namespace tunedesk::report {

namespace {

constexpr std::uint64_t small_file_bytes = 16u << 20;
constexpr std::size_t journal_part_bytes = 256u << 10;
constexpr std::size_t line_bytes = 1u << 20; // the frame's cap (event/frame.h)

/// Numbers as the journal writes them: non-finite ones are the texts "nan", "inf", "-inf".
std::optional<double> number_field(const Json& json, const char* name) {
    const auto found = json.find(name);
    if (found == json.end()) return std::nullopt;
    if (found->is_number()) return found->get<double>();
    if (!found->is_string()) return std::nullopt;
    const std::string text = found->get<std::string>();
    if (text != "nan" && text != "inf" && text != "-inf") return std::nullopt;
    return std::strtod(text.c_str(), nullptr);
}

void take_event(const Json& event, RunProgress& progress) {
    const std::string type = text_field(event, "type");
    if (type == "Started") {
        progress.steps = whole_field(event, "steps", progress.steps);
    } else if (type == "Resumed") {
        progress.step = whole_field(event, "from_step", progress.step);
    } else if (type == "Step") {
        progress.step = whole_field(event, "step", progress.step);
        progress.epoch = number_field(event, "epoch").value_or(progress.epoch);
        progress.loss = number_field(event, "loss");
    } else if (type == "Progress" && ascii_lower(text_field(event, "phase")).starts_with("train")) {
        progress.step = std::max(progress.step, whole_field(event, "done", 0));
        progress.steps = whole_field(event, "total", progress.steps);
    } else if (type == "Eval" && text_field(event, "split") != "test") {
        progress.step = std::max(progress.step, whole_field(event, "step", 0));
        progress.eval_accuracy = number_field(event, "accuracy");
        const auto best = event.find("best");
        if (best != event.end() && *best == true) progress.best_accuracy = progress.eval_accuracy;
    } else if (type == "State") {
        progress.last_state = text_field(event, "state");
    }
}

/// Lines that are no JSON object (torn, damaged) are passed over: the journal's own reader counts them.
void take_lines(std::string_view text, RunProgress& progress) {
    for (const std::string_view line : split(text, '\n')) {
        // No exception for each of half a million damaged lines: none of these is an event.
        if (line.size() < 16 || line.size() > line_bytes || line.front() != '{' || line.back() != '}')
            continue;
        try {
            const Json event = parse_json(line, "events.jsonl", 4190, {line_bytes, 16});
            if (event.is_object()) take_event(event, progress);
        } catch (const Error&) {
        }
    }
}

/// Of a long journal's middle only the evaluations are read: the rest says nothing that its end does not. Its
/// head has the Started event.
RunProgress read_progress(const fs::path& journal) {
    RunProgress progress;
    const MappedFile file(journal, 4190);
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
    const bool found = !failed; // a folder that may not be searched has no preset either
    if (!found || !fs::exists(run.folder / "preset.yaml", failed))
        throw Error(2030, !found ? "there is no such run folder" : "the folder holds no run (no preset.yaml)",
                    folder.string(), "tunedesk list");
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
        Json json = parse_json(read_file(path, 4190, small_file_bytes), path.string(), 4190);
        if (!json.is_object()) throw Error(4190, "not a JSON object", path.string());
        return json;
    };
    part("preset.yaml",
         [&](const fs::path& path) { run.preset_yaml = read_file(path, 4190, small_file_bytes); });
    part("environment.json", [&](const fs::path& path) { run.environment = object(path); });
    part("report.json", [&](const fs::path& path) {
        run.report = parse_report_json(read_file(path, 4190, small_file_bytes), path.string());
    });
    part("report.txt",
         [&](const fs::path& path) { run.report_text = read_file(path, 4190, small_file_bytes); });
    part("exit.json", [&](const fs::path&) { run.exit = event::read_exit({run.folder}); });
    part("events.jsonl", [&](const fs::path& path) { run.progress = read_progress(path); });
    run.has_best = fs::is_directory(run.folder / "best", failed);
    run.has_final = fs::is_directory(run.folder / "final", failed);
    return run;
}

} // namespace tunedesk::report
