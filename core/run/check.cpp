#include "run/check.h"

#include "base/text.h"
#include "run/gpu_watch.h"
#include "run/known_runs.h"

#include <algorithm>
#include <fmt/format.h>

namespace tunedesk::run {

namespace {

void make_estimate(Check& check, const KnownRates& rates) {
    const CheckedInputs& inputs = check.inputs;
    if (!inputs.config || !inputs.tokenized || inputs.labels.names.empty()) return;
    const plan::Machine machine{check.cuda, check.machine.cores};
    const auto estimate = [&](double rate) {
        return plan::estimate(check.preset, *inputs.config, inputs.labels.names.size(), inputs.train_lengths,
                              rate, machine);
    };
    check.estimate = estimate(0);
    if (check.estimate->steps == 0)
        check.inputs.problems.push_back(Error(3502, "the training data does not fill one batch",
                                              "training.dataloader_drop_last",
                                              "use smaller batches, or keep the last one"));
    if (const auto [rate, basis] = rates.rate_for(check.preset, *check.estimate); rate > 0) {
        check.estimate = estimate(rate);
        check.estimate->basis = basis;
    }
}

} // namespace

KnownRates::KnownRates() {
    for (const RegisteredRun& entry : registered_runs()) {
        try {
            const KnownRun run = read_known_run(entry.path);
            const auto& report = run.compared.summary.report;
            if (!report || report->train_tokens_per_second <= 0) continue;
            Rate rate;
            rate.run = run.compared.summary.folder_name();
            rate.parameters = report->parameters;
            rate.trainable = report->trainable;
            rate.tokens_per_second = report->train_tokens_per_second;
            for (const auto& [key, value] : run.compared.settings) {
                if (key == "parallel.devices") rate.devices = value;
                if (key == "parallel.processes") rate.processes = value;
            }
            rates_.push_back(std::move(rate));
        } catch (const Error&) {
        }
    }
}

std::pair<double, std::string> KnownRates::rate_for(const Preset& preset,
                                                    const plan::Estimate& planned) const {
    if (planned.train_tokens == 0) return {0, {}};
    for (const Rate& rate : rates_) {
        if (rate.parameters != planned.parameters || rate.trainable != planned.trainable ||
            rate.devices != preset.parallel.devices ||
            rate.processes != std::to_string(preset.parallel.processes))
            continue;
        const double flops_per_token =
            planned.train_flops / (planned.epochs * static_cast<double>(planned.train_tokens));
        return {rate.tokens_per_second * flops_per_token / preset.parallel.processes,
                fmt::format("the rate of {}: {} tokens/s", rate.run,
                            grouped(static_cast<std::uint64_t>(rate.tokens_per_second)))};
    }
    return {0, {}};
}

std::uint64_t Check::memory_needed() const {
    const auto ranks = static_cast<std::uint64_t>(std::max(1, preset.parallel.processes));
    return estimate->total_bytes * (cuda ? 1 : ranks);
}

std::uint64_t Check::memory_free() const {
    if (!cuda) return machine.available_memory;
    const std::vector<Gpu> used = gpus_of(preset, machine.gpus);
    const auto fullest = std::min_element(used.begin(), used.end(), [](const Gpu& a, const Gpu& b) {
        return a.memory_free() < b.memory_free();
    });
    return fullest == used.end() ? 0 : fullest->memory_free();
}

std::string Check::memory_verdict() const {
    const std::uint64_t free = memory_free();
    return free == 0 ? std::string() : plan::verdict(memory_needed(), free);
}

namespace {

Check without_inputs(preset::Draft draft) {
    Check check;
    check.preset = std::move(draft.loaded.preset);
    check.preset_problems = std::move(draft.problems);
    check.machine = this_machine();
    check.cuda = uses_gpus(check.preset);
    check.free_disk = free_space(fs::current_path());
    return check;
}

void add_inputs(Check& check, CheckedInputs inputs, const KnownRates& rates) {
    check.inputs = std::move(inputs);
    if (check.cuda && check.machine.gpus.empty())
        check.inputs.warnings.push_back("parallel.devices asks for a GPU, and this machine shows none");
    make_estimate(check, rates);
}

} // namespace

bool files_are_known(const preset::Draft& draft) {
    return std::none_of(draft.problems.begin(), draft.problems.end(), [](const preset::Problem& problem) {
        return problem.key.empty() || problem.key.starts_with("model") || problem.key.starts_with("data") ||
               problem.key == "task";
    });
}

Check check(preset::Draft draft) {
    const bool known = files_are_known(draft);
    Check check = without_inputs(std::move(draft));
    if (known) add_inputs(check, check_inputs(check.preset), KnownRates());
    return check;
}

Check check(preset::Draft draft, CheckedInputs uncut, const KnownRates& rates) {
    const bool known = files_are_known(draft);
    Check check = without_inputs(std::move(draft));
    if (known) add_inputs(check, cut_inputs(std::move(uncut), check.preset), rates);
    return check;
}

namespace {

Json problems_json(const Check& check) {
    Json problems = Json::array();
    for (const preset::Problem& problem : check.preset_problems)
        problems.push_back(
            Json{{"code", 2}, {"where", problem.place}, {"key", problem.key}, {"what", problem.what}});
    for (const Error& error : check.inputs.problems)
        problems.push_back(Json{{"code", static_cast<int>(error.code())},
                                {"id", error.id()},
                                {"where", error.where()},
                                {"what", error.message()},
                                {"next", error.next()}});
    return problems;
}

Json estimate_json(const Check& check) {
    const plan::Estimate& e = *check.estimate;
    Json json{{"parameters", e.parameters},
              {"trainable", e.trainable},
              {"train_samples", e.train_samples},
              {"train_tokens", e.train_tokens},
              {"steps", e.steps},
              {"epochs", e.epochs},
              {"batch_tokens", e.batch_tokens},
              {"weights_bytes", e.weights_bytes},
              {"gradient_bytes", e.gradient_bytes},
              {"optimizer_bytes", e.optimizer_bytes},
              {"activation_bytes", e.activation_bytes},
              {"runtime_bytes", e.runtime_bytes},
              {"total_bytes", e.total_bytes},
              {"checkpoint_bytes", e.checkpoint_bytes},
              {"disk_bytes", e.disk_bytes},
              {"train_flops", e.train_flops},
              {"flops_per_second", e.flops_per_second},
              {"seconds", e.seconds},
              {"basis", e.basis}};
    json["disk_verdict"] = plan::verdict(e.disk_bytes, check.free_disk);
    const std::string memory = check.memory_verdict();
    json["memory_verdict"] = memory.empty() ? Json() : Json(memory);
    return json;
}

} // namespace

Json to_json(const Check& check) {
    const CheckedInputs& inputs = check.inputs;
    Json json;
    json["ok"] = check.is_right();
    json["problems"] = problems_json(check);
    json["warnings"] = inputs.warnings;
    json["name"] = check.preset.name;
    json["data"] = Json::array();
    for (const data::TableSummary& table : inputs.tables)
        json["data"].push_back(Json{{"file", table.file},
                                    {"bytes", table.bytes},
                                    {"total", table.total},
                                    {"used", table.used},
                                    {"rejected", table.rejected}});
    json["classes"] = inputs.labels.names;
    json["classes_origin"] = inputs.labels.origin;
    json["rows"] = Json{{"train", inputs.train_lengths.size()},
                        {"validation", inputs.validation_rows},
                        {"test", inputs.test_rows}};
    json["tokens"] = inputs.file_tokens;
    json["truncated_rows"] = inputs.truncated_rows;
    json["estimate"] = check.estimate ? estimate_json(check) : Json();
    json["machine"] = Json{{"cores", check.machine.cores},
                           {"available_memory_bytes", check.machine.available_memory},
                           {"free_disk_bytes", check.free_disk},
                           {"gpus", check.machine.gpus.size()}};
    return json;
}

} // namespace tunedesk::run
