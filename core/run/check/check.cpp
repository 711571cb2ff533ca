// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/check/check.h"

#include "base/text.h"
#include "plan/strategy_plans.h"
#include "preset/schema/device_types.h"
#include "preset/schema/placement.h"
#include "run/check/inputs_stream.h"
#include "run/devices/auto_devices.h"
#include "run/devices/gpu_watch.h"
#include "run/devices/oversubscription.h"

#include <algorithm>

namespace tunedesk::run {

namespace {

void make_estimate(Check& check, const MeasuredRuns& measured) {
    const CheckedInputs& inputs = check.inputs;
    const bool has_outputs = inputs.outputs > 0 || task::task_of(check.preset.task).embeds();
    if (!inputs.config || !inputs.tokenized || !has_outputs) return;
    const plan::Machine machine{check.cuda, check.machine.cores};
    check.estimate = measured.measured(check.preset,
                                       plan::estimate(check.preset, *inputs.config, inputs.outputs,
                                                      inputs.train_lengths, 0, machine, inputs.kept_images),
                                       machine);
    if (check.estimate->steps == 0)
        check.inputs.problems.push_back(
            Error(ErrorId::batch_not_filled, {}, "training.dataloader_drop_last"));
}

} // namespace

std::uint64_t Check::memory_needed() const {
    const auto ranks = static_cast<std::uint64_t>(std::max(1, preset.parallel.processes));
    return estimate->needed_bytes() * (cuda ? 1 : ranks);
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

std::uint64_t Check::memory_free_for_rank() const {
    return memory_free() / (cuda ? 1 : static_cast<std::uint64_t>(std::max(1, preset.parallel.processes)));
}

std::optional<Preset::Strategy> Check::recommended_strategy() const {
    return plan::recommended(estimate->strategies, memory_free_for_rank());
}

namespace {

Check without_inputs(preset::Draft draft) {
    Check check;
    check.machine = this_machine();
    AutoDevices chosen = choose_devices(draft.loaded.preset, check.machine.gpus, check.machine.driver);
    check.preset = std::move(chosen.preset);
    check.device_notes = std::move(chosen.notes);
    check.preset_problems = std::move(draft.problems);
    check.cuda = uses_gpus(check.preset);
    check.free_disk = free_space(fs::current_path());
    return check;
}

void add_inputs(Check& check, CheckedInputs inputs, const MeasuredRuns& measured) {
    check.inputs = std::move(inputs);
    for (const std::string& note : check.device_notes)
        check.inputs.warnings.push_back(note);
    if (check.cuda && check.machine.gpus.empty())
        check.inputs.warnings.push_back("parallel.devices requires a GPU, and this machine has none");
    const preset::DeviceTypes types =
        check.cuda ? preset::gpu_types(check.machine.gpus) : preset::processor_types();
    if (std::string note = preset::precision_note(check.preset, types); !note.empty())
        check.inputs.warnings.push_back(std::move(note));
    for (std::string& note : check.cuda ? preset::gpu_notes(check.preset) : preset::host_notes(check.preset))
        check.inputs.warnings.push_back(std::move(note));
    make_estimate(check, measured);
}

void add_room_for_ranks(Check& check) {
    if (auto error = oversubscription(check.preset, check.machine.cores, check.machine.available_memory))
        check.inputs.problems.push_back(std::move(*error));
}

} // namespace

bool files_are_known(const preset::Draft& draft) {
    return std::none_of(draft.problems.begin(), draft.problems.end(), [](const preset::Problem& problem) {
        const std::string& key = problem.key;
        return key.empty() || key.starts_with("model") || key.starts_with("data") || key == "task" ||
               key == "extends" || key == "tunedesk"; // of such a preset other keys are unknown
    });
}

Check check(preset::Draft draft) {
    const bool known = files_are_known(draft);
    Check check = without_inputs(std::move(draft));
    if (known) add_inputs(check, check_inputs(check.preset), MeasuredRuns());
    add_room_for_ranks(check);
    return check;
}

Check check(preset::Draft draft, CheckedInputs untruncated, const MeasuredRuns& measured) {
    const bool known = files_are_known(draft);
    Check check = without_inputs(std::move(draft));
    if (known) add_inputs(check, truncate_inputs(std::move(untruncated), check.preset), measured);
    add_room_for_ranks(check);
    return check;
}

namespace {

Json problems_json(const Check& check) {
    Json problems = Json::array();
    for (const preset::Problem& problem : check.preset_problems)
        problems.push_back(Json{{"code", 2},
                                {"where", problem.place},
                                {"key", problem.key},
                                {"what", sentence(problem.what)},
                                {"reason", phrase_json(problem.what)}});
    for (const Error& error : check.inputs.problems) {
        Json problem{{"code", static_cast<int>(error.code())},
                     {"id", error.id()},
                     {"where", error.where()},
                     {"what", error.message()},
                     {"next", error.next()}};
        if (error.form()) problem["values"] = error.values();
        problems.push_back(std::move(problem));
    }
    return problems;
}

Json memory_json(const plan::MemoryParts& memory) {
    return {{"weights_bytes", memory.weights_bytes},     {"gradient_bytes", memory.gradient_bytes},
            {"optimizer_bytes", memory.optimizer_bytes}, {"activation_bytes", memory.activation_bytes},
            {"runtime_bytes", memory.runtime_bytes},     {"total_bytes", memory.total_bytes}};
}

Json strategies_json(const Check& check) {
    const auto recommended = check.recommended_strategy();
    const std::uint64_t free = check.memory_free_for_rank();
    Json list = Json::array();
    for (const plan::StrategyPlan& each : check.estimate->strategies) {
        Json json = memory_json(each.memory);
        json["strategy"] = name_of(each.strategy);
        json["sent_bytes"] = each.sent_bytes;
        json["messages"] = each.messages;
        json["memory_verdict"] = free == 0 ? Json() : Json(plan::verdict(each.memory.total_bytes, free));
        json["recommended"] = each.strategy == recommended;
        list.push_back(std::move(json));
    }
    return list;
}

Json stages_json(const Check& check) {
    Json list = Json::array();
    for (const plan::StagePlan& each : check.estimate->stages) {
        Json json = memory_json(each.memory);
        json.update({{"first_layer", each.layers.first},
                     {"layers", each.layers.last - each.layers.first},
                     {"parameters", each.parameters},
                     {"cost", each.cost},
                     {"micro_batches_kept", each.micro_batches}});
        list.push_back(std::move(json));
    }
    return list;
}

Json estimate_json(const Check& check) {
    const plan::Estimate& e = *check.estimate;
    Json json = memory_json(e);
    json.update({{"parameters", e.parameters},
                 {"trainable", e.trainable},
                 {"train_samples", e.train_samples},
                 {"train_tokens", e.train_tokens},
                 {"steps", e.steps},
                 {"epochs", e.epochs},
                 {"batch_tokens", e.batch_tokens},
                 {"rank_batches", e.rank_batches},
                 {"checkpoint_bytes", e.checkpoint_bytes},
                 {"disk_bytes", e.disk_bytes},
                 {"train_flops", e.train_flops},
                 {"flops_per_second", e.flops_per_second},
                 {"seconds", e.seconds},
                 {"basis", e.basis},
                 {"measured_run", e.measured_run.empty() ? Json() : Json(e.measured_run)},
                 {"measured_bytes", e.measured_bytes > 0 ? Json(e.measured_bytes) : Json()},
                 {"measured_bytes_run", e.measured_bytes_run.empty() ? Json() : Json(e.measured_bytes_run)}});
    json["strategies"] = strategies_json(check);
    json["stages"] = stages_json(check);
    json["disk_verdict"] = plan::verdict(e.disk_bytes, check.free_disk);
    json["cuda"] = check.cuda;
    json["memory_needed_bytes"] = check.memory_needed();
    json["memory_free_bytes"] = check.memory_free();
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
    json["warnings"] = all_warnings(inputs);
    json["findings"] = Json::array();
    for (const data::Finding& finding : inputs.findings)
        json["findings"].push_back(finding_json(finding));
    json["name"] = check.preset.name;
    json["data"] = Json::array();
    for (const data::TableSummary& table : inputs.tables) {
        json["data"].push_back(Json{{"file", table.file},
                                    {"bytes", table.bytes},
                                    {"total", table.total},
                                    {"used", table.used},
                                    {"rejected", table.rejected}});
        if (table.numbers) json["data"].back()["numbers"] = data::to_json(*table.numbers);
    }
    json["task"] = task::task_of(check.preset.task).name;
    const bool of_classes = task::task_of(check.preset.task).has_classes();
    json["classes"] = of_classes ? Json(inputs.labels.names) : Json::array();
    json["classes_origin"] = inputs.labels.origin;
    json["rows"] = Json{{"train", inputs.train_lengths.size()},
                        {"validation", inputs.validation_rows},
                        {"test", inputs.test_rows}};
    if (inputs.extra_rows > 0) json["rows"]["extra_validation"] = inputs.extra_rows;
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
