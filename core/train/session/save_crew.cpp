#include "train/session/save_crew.h"

#include "base/activity.h"
#include "base/error.h"
#include "base/errors/error_json.h"
#include "base/fault.h"
#include "format/manifest.h"
#include "memory/torch_headers.h"
#include "train/session/checkpoint_files.h"

#include <exception>
#include <fmt/format.h>
#include <optional>

namespace tunedesk::train {

namespace {

Error of_rank(std::size_t rank, Error& error) {
    return error.with_where(fmt::format("rank {}: {}", rank, error.where()));
}

/// What another rank has answered; throws its error.
std::vector<format::Manifest::Entry> entries_of(const std::string& answer) {
    const Json json = parse_json(answer, "a rank's answer", ErrorId::manifest_damaged,
                                 {.max_bytes = format::max_manifest_bytes, .max_depth = 8});
    if (json.contains("error")) throw error_from(json.at("error"), ErrorId::write_failed);
    return format::parse_entries(json.at("entries").get<std::string>(), "a rank's answer");
}

} // namespace

SaveCrew::SaveCrew(parallel::Group& group, Strategy& strategy)
    : group_(group), strategy_(strategy), requests_(group) {}

void SaveCrew::lead(const std::function<void()>& work) {
    group_.lead(parallel::Purpose::save, work, [this] {
        requests_.serve([this](const std::string& request) { return carry_out(request); });
    });
}

std::string SaveCrew::carry_out(const std::string& request) {
    const Json asked = Json::parse(request);
    const activity::Waiting waiting(activity::Wait::disk);
    Json answer;
    try {
        std::vector<format::Manifest::Entry> entries;
        if (asked.at("what") == "state")
            entries = write_rank_files(asked.at("folder").get<std::string>(), strategy_, group_.world(),
                                       asked.at("step").get<std::int64_t>());
        else
            strategy_.for_each_parameter(
                [](const std::string&, const at::Tensor&) { TUNEDESK_FAULT_AT("export"); });
        answer["entries"] = format::entries_text(entries);
    } catch (const Error& error) {
        if (error.code() != ExitCode::resources) throw;
        answer["error"] = error_json(error);
    }
    return answer.dump();
}

std::vector<format::Manifest::Entry> SaveCrew::write_state(const fs::path& folder, std::int64_t step) {
    const bool asks = asks_others(strategy_.every_rank_saves());
    if (asks) requests_.post(Json{{"what", "state"}, {"folder", folder.string()}, {"step", step}}.dump());
    if (!asks) return write_rank_files(folder, strategy_, group_.world(), step);
    std::vector<format::Manifest::Entry> entries;
    std::optional<Error> failed;
    try {
        entries = write_rank_files(folder, strategy_, group_.world(), step);
    } catch (Error& error) {
        failed = of_rank(0, error); // the others still write there
    }
    const std::vector<std::string> answers = requests_.answers();
    for (std::size_t i = 0; i < answers.size() && !failed; ++i)
        try {
            for (format::Manifest::Entry& entry : entries_of(answers[i]))
                entries.push_back(std::move(entry));
        } catch (Error& error) {
            failed = of_rank(i + 1, error);
        }
    if (failed) throw *failed;
    return entries;
}

void SaveCrew::for_each_parameter(const std::function<void(const std::string&, const at::Tensor&)>& visit) {
    const bool asks = asks_others(strategy_.gathers_parameters());
    if (asks) requests_.post(Json{{"what", "parameters"}}.dump());
    std::exception_ptr failed;
    strategy_.for_each_parameter([&](const std::string& name, const at::Tensor& value) {
        TUNEDESK_FAULT_AT("export");
        if (failed) return;
        try {
            visit(name, value);
        } catch (const Error&) {
            failed = std::current_exception();
        }
    });
    if (asks) requests_.answers();
    if (failed) std::rethrow_exception(failed);
}

} // namespace tunedesk::train
