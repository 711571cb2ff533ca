#include "base/text.h"
#include "check_inputs.h"
#include "commands.h"
#include "known_runs.h"
#include "plan/constants.h"
#include "plan/estimate.h"
#include "preset/load.h"
#include "program.h"
#include "this_machine.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <numeric>

namespace tunedesk::app {

namespace {

struct Options {
    std::string preset;
    std::vector<std::string> sets;
    bool json = false;
};

/// Everything that `check` knows at the end.
struct Check {
    Preset preset;
    std::vector<preset::Problem> preset_problems;
    CheckedInputs inputs;
    ThisMachine machine;
    std::optional<plan::Estimate> estimate;
    bool cuda = false;
    std::uint64_t free_disk = 0;
};

bool wants_cuda(const Preset& preset, const ThisMachine& machine) {
    const std::string& devices = preset.parallel.devices;
    return devices == "auto" ? machine.gpus > 0 : devices != "cpu";
}

/// The rate that the latest finished run of the same model reached on this machine, per rank.
std::pair<double, std::string> earlier_rate(const Preset& preset, const plan::Estimate& planned) {
    for (const RegisteredRun& entry : registered_runs()) {
        try {
            const KnownRun run = read_known_run(entry.path);
            const auto& report = run.compared.summary.report;
            const auto same = [&](const char* key, const std::string& value) {
                const auto& settings = run.compared.settings;
                return std::find(settings.begin(), settings.end(),
                                 std::pair<std::string, std::string>(key, value)) != settings.end();
            };
            if (!report || report->train_tokens_per_second <= 0 || report->parameters != planned.parameters ||
                report->trainable != planned.trainable || planned.train_tokens == 0 ||
                !same("parallel.devices", preset.parallel.devices) ||
                !same("parallel.processes", std::to_string(preset.parallel.processes)))
                continue;
            const double flops_per_token =
                planned.train_flops / (planned.epochs * static_cast<double>(planned.train_tokens));
            return {report->train_tokens_per_second * flops_per_token / preset.parallel.processes,
                    fmt::format("the rate of {}: {} tokens/s", run.compared.summary.folder_name(),
                                grouped(static_cast<std::uint64_t>(report->train_tokens_per_second)))};
        } catch (const Error&) {
        }
    }
    return {0, {}};
}

void make_estimate(Check& check) {
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
    if (const auto [rate, basis] = earlier_rate(check.preset, *check.estimate); rate > 0) {
        check.estimate = estimate(rate);
        check.estimate->basis = basis;
    }
}

Check run_check(const Options& options) {
    Check check;
    preset::Draft draft = preset::load_draft(options.preset, options.sets);
    check.preset = std::move(draft.loaded.preset);
    check.preset_problems = std::move(draft.problems);
    check.machine = this_machine();
    check.cuda = wants_cuda(check.preset, check.machine);
    check.free_disk = free_space(fs::current_path());
    const auto touches_files = [](const preset::Problem& problem) {
        return problem.key.empty() || problem.key.starts_with("model") || problem.key.starts_with("data") ||
               problem.key == "task";
    };
    if (std::any_of(check.preset_problems.begin(), check.preset_problems.end(), touches_files)) return check;
    check.inputs = check_inputs(check.preset);
    if (check.cuda && check.machine.gpus == 0)
        check.inputs.warnings.push_back("parallel.devices asks for a GPU, and this machine shows none");
    make_estimate(check);
    return check;
}

std::uint64_t host_need(const Check& check) {
    return check.estimate->total_bytes *
           static_cast<std::uint64_t>(std::max(1, check.preset.parallel.processes));
}

void print_line(const char* title, const std::string& text) {
    fmt::print("{:<10}{}\n", title, text);
}

void print_memory(const Check& check) {
    const plan::Estimate& e = *check.estimate;
    print_line("memory",
               fmt::format("{} a rank: weights {}, gradients {}, optimizer {}, activations {}, runtime {}",
                           human_bytes(e.total_bytes), human_bytes(e.weights_bytes),
                           human_bytes(e.gradient_bytes), human_bytes(e.optimizer_bytes),
                           human_bytes(e.activation_bytes), human_bytes(e.runtime_bytes)));
    if (check.cuda)
        print_line("", "on the GPU; compare with its memory");
    else if (check.machine.available_memory > 0)
        print_line("", fmt::format("{} for {} of {} available here: {}", human_bytes(host_need(check)),
                                   check.preset.parallel.processes == 1
                                       ? "one rank"
                                       : fmt::format("{} ranks", check.preset.parallel.processes),
                                   human_bytes(check.machine.available_memory),
                                   plan::verdict(host_need(check), check.machine.available_memory)));
}

void print_estimate(const Check& check) {
    const plan::Estimate& e = *check.estimate;
    const auto& lengths = check.inputs.train_lengths;
    const auto longest = lengths.empty() ? 0 : *std::max_element(lengths.begin(), lengths.end());
    print_line("model", fmt::format("{}, {} parameters, {} of them trained", check.preset.model.path,
                                    grouped(e.parameters), grouped(e.trainable)));
    print_line("rows", fmt::format("{} train, {} validation, {} test", grouped(lengths.size()),
                                   grouped(check.inputs.validation_rows), grouped(check.inputs.test_rows)));
    const double mean =
        e.train_samples ? static_cast<double>(e.train_tokens) / static_cast<double>(e.train_samples) : 0;
    print_line("tokens",
               fmt::format("{} an epoch, {:.1f} a row, the longest {}; {} rows of all files cut at {}",
                           grouped(e.train_tokens), mean, longest, grouped(check.inputs.truncated_rows),
                           check.preset.data.max_length));
    print_line("steps", fmt::format("{} ({} epochs), the largest batch of a rank {} tokens", grouped(e.steps),
                                    shortest(e.epochs), grouped(e.batch_tokens)));
    print_memory(check);
    print_line("disk", fmt::format("{} (a checkpoint {}) of {} free here: {}", human_bytes(e.disk_bytes),
                                   human_bytes(e.checkpoint_bytes), human_bytes(check.free_disk),
                                   plan::verdict(e.disk_bytes, check.free_disk)));
    print_line("time", fmt::format("about {} of training; {}", human_duration(e.seconds), e.basis));
}

void print_check(const Check& check) {
    for (const data::TableSummary& table : check.inputs.tables)
        print_line("data", table.line());
    if (!check.inputs.labels.names.empty()) {
        std::string text;
        for (std::size_t id = 0; id < std::min<std::size_t>(check.inputs.labels.names.size(), 20); ++id)
            text += fmt::format("{}{} = {}", id ? ", " : "", id, check.inputs.labels.names[id]);
        if (check.inputs.labels.names.size() > 20) text += ", ...";
        print_line("classes", fmt::format("{}: {} ({})", check.inputs.labels.names.size(), text,
                                          check.inputs.labels.origin));
    }
    if (check.estimate) print_estimate(check);
    print_line("machine",
               fmt::format("{} cores, {} of memory available, {}", check.machine.cores,
                           human_bytes(check.machine.available_memory),
                           check.machine.gpus ? fmt::format("{} GPUs", check.machine.gpus) : "no GPU"));
    for (const std::string& warning : check.inputs.warnings)
        print_line("warning", warning);
}

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
    json["memory_verdict"] = check.cuda || check.machine.available_memory == 0
                                 ? Json()
                                 : Json(plan::verdict(host_need(check), check.machine.available_memory));
    return json;
}

Json check_json(const Check& check) {
    const CheckedInputs& inputs = check.inputs;
    Json json;
    json["ok"] = check.preset_problems.empty() && inputs.problems.empty();
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
                           {"gpus", check.machine.gpus}};
    return json;
}

/// Says every problem on stderr; the first one's code is the command's.
int print_problems(const Check& check) {
    int code = 0;
    if (!check.preset_problems.empty()) code = print_error(preset::PresetError(check.preset_problems));
    for (const Error& error : check.inputs.problems) {
        const int its_code = print_error(error);
        if (code == 0) code = its_code;
    }
    return code;
}

int check_preset(const Options& options) {
    const Check check = run_check(options);
    if (options.json)
        fmt::print("{}\n", check_json(check).dump(2, ' ', false, Json::error_handler_t::replace));
    else
        print_check(check);
    std::fflush(stdout);
    const int code = print_problems(check);
    if (code == 0 && !options.json) fmt::print("\nNo mistakes. next: tunedesk run {}\n", options.preset);
    return code;
}

} // namespace

void add_check_command(CLI::App& app, Action& action) {
    auto options = std::make_shared<Options>();
    CLI::App* command = app.add_subcommand(
        "check", "Find every mistake in a preset and its files, and estimate memory and time");
    command->add_option("PRESET", options->preset, "The preset's YAML file")->required();
    command->add_option("--set", options->sets, "Change a key: --set training.num_train_epochs=1")
        ->allow_extra_args(false)
        ->take_all();
    command->add_flag("--json", options->json, "One JSON object with all of it");
    command->callback([&action, options] { action = [options] { return check_preset(*options); }; });
}

} // namespace tunedesk::app
