// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "commands.h"
#include "on_host.h"
#include "output.h"
#include "plan/model_folder.h"
#include "plan/stage_plans.h"
#include "plan/strategy_plans.h"
#include "preset/interop/shell.h"
#include "preset/schema/placement.h"
#include "preset/schema/schema.h"
#include "program.h"
#include "run/check/check.h"
#include "run/check/step_trial.h"

#include <QCoreApplication>
#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <numeric>

namespace tunedesk::app {

namespace {

struct CheckOptions {
    std::string preset;
    std::vector<std::string> sets;
    bool json = false, measure = false;
    int as_rank = -1;         ///< the rank that is measured; -1: all together
    double link_gigabits = 0; ///< Gbit/s of the network between the ranks; 0: not given
    std::string host;
};

void print_line(const char* title, const std::string& text) {
    print_text("{:<10}{}\n", title, harmless(text));
}

void print_memory(const run::Check& check) {
    const plan::Estimate& e = *check.estimate;
    print_line("memory",
               fmt::format("{} per rank: weights {}, gradients {}, optimizer {}, activations {}, runtime {}",
                           human_bytes(e.total_bytes), human_bytes(e.weights_bytes),
                           human_bytes(e.gradient_bytes), human_bytes(e.optimizer_bytes),
                           human_bytes(e.activation_bytes), human_bytes(e.runtime_bytes)));
    if (e.measured_bytes > 0)
        print_line("", fmt::format("{} per rank were the peak in {}, a run of the same shape: they count",
                                   human_bytes(e.measured_bytes), e.measured_bytes_run));
    if (const std::string verdict = check.memory_verdict(); !verdict.empty()) {
        const int ranks = check.cuda ? 1 : check.preset.parallel.processes;
        print_line("", fmt::format("{} for {} of {} {}: {}", human_bytes(check.memory_needed()),
                                   ranks == 1 ? "one rank" : fmt::format("{} ranks", ranks),
                                   human_bytes(check.memory_free()),
                                   check.cuda ? "free on its GPU" : "available here", verdict));
    } else if (check.cuda) {
        print_line("", "on a GPU; none is here to compare with");
    }
}

/// Seconds per step in which a rank exchanges data over a network of that many Gbit/s; std::nullopt without
/// other ranks or a link rate.
std::optional<double> exchange_of(const run::Check& check, double link_gigabits) {
    if (link_gigabits <= 0 || !check.estimate || check.preset.parallel.processes <= 1) return std::nullopt;
    return plan::exchange_seconds(*check.estimate,
                                  plan::plan_of(check.preset.parallel.strategy, check.estimate->strategies),
                                  plan::network_link(link_gigabits * 1e9));
}

void print_exchange(const run::Check& check, double link_gigabits) {
    const plan::Estimate& e = *check.estimate;
    const std::optional<double> exchange = exchange_of(check, link_gigabits);
    if (!exchange || e.steps == 0) return;
    const double step = e.seconds / static_cast<double>(e.steps);
    print_line("exchange",
               fmt::format("{:.3g} s per step over {} Gbit/s, and {:.3g} s of computing; without overlap, "
                           "ranks compute {:.0f} % of the time",
                           *exchange, shortest(link_gigabits), step, 100 * step / (step + *exchange)));
}

/// Prints the requirements of each strategy per rank, and marks the preset's own and the recommended one.
/// With a link rate also the time for sending.
void print_strategies(const run::Check& check, double link_gigabits) {
    const plan::Estimate& e = *check.estimate;
    if (e.strategies.empty()) return;
    const auto recommended = check.recommended_strategy();
    report::TextTable table{
        {"a rank of", "weights", "gradients", "optimizer", "activations", "together", "sent a step"},
        {},
        {false, true, true, true, true, true, true}};
    if (link_gigabits > 0) {
        table.header.emplace_back("s a step");
        table.numeric.push_back(true);
    }
    table.header.emplace_back();
    for (const plan::StrategyPlan& each : e.strategies) {
        std::vector<std::string> row{name_of(each.strategy)};
        const plan::MemoryParts& m = each.memory;
        for (const std::uint64_t bytes : {m.weights_bytes, m.gradient_bytes, m.optimizer_bytes,
                                          m.activation_bytes, m.total_bytes, each.sent_bytes})
            row.push_back(human_bytes(bytes));
        if (link_gigabits > 0)
            row.push_back(fmt::format(
                "{:.3g}", plan::exchange_seconds(e, each, plan::network_link(link_gigabits * 1e9))));
        std::vector<std::string> notes;
        if (each.strategy == check.preset.parallel.strategy) notes.emplace_back("the preset's");
        if (each.strategy == recommended) notes.emplace_back("recommended");
        row.push_back(fmt::format("{}", fmt::join(notes, ", ")));
        table.rows.push_back(std::move(row));
    }
    print_text("\n{}\n", table.to_text());
}

/// Prints the memory of each stage of a pipeline, and the stages' waiting time.
void print_stages(const run::Check& check) {
    const plan::Estimate& e = *check.estimate;
    if (e.stages.empty()) return;
    report::TextTable table{{"stage", "layers", "parameters", "cost", "micro-batches kept", "weights",
                             "gradients", "optimizer", "activations", "together"},
                            {},
                            {false, true, true, true, true, true, true, true, true, true}};
    for (const plan::StagePlan& stage : e.stages) {
        const plan::MemoryParts& m = stage.memory;
        std::vector<std::string> row{fmt::to_string(table.rows.size()),
                                     fmt::format("{}-{}", stage.layers.first + 1, stage.layers.last),
                                     grouped(stage.parameters), fmt::format("{:.0f} %", 100 * stage.cost),
                                     fmt::to_string(stage.micro_batches)};
        for (const std::uint64_t bytes :
             {m.weights_bytes, m.gradient_bytes, m.optimizer_bytes, m.activation_bytes, m.total_bytes})
            row.push_back(human_bytes(bytes));
        table.rows.push_back(std::move(row));
    }
    print_text("\n{}\n", table.to_text());
    if (const auto passes = plan::planned_passes(check.preset, e.stages, 1))
        print_line("pipeline", fmt::format("the stages wait for each other at least {:.1f} % of a step",
                                           100 * passes->idle_share()));
}

/// "6, 5 per epoch, of ranks 0 to 1; ranks without one shadow the others"; for many ranks the smallest and
/// the largest number.
std::string batches_of_ranks(const run::Check& check) {
    constexpr std::size_t most_listed = 16;
    const auto& batches = check.estimate->rank_batches;
    const auto [least, most] = std::minmax_element(batches.begin(), batches.end());
    std::string text = batches.size() > most_listed ? fmt::format("{} to {}", *least, *most)
                                                    : fmt::format("{}", fmt::join(batches, ", "));
    text += fmt::format(" per epoch, of ranks 0 to {}", batches.size() - 1);
    if (*least == *most) return text;
    return text + (check.preset.parallel.join == Preset::Join::raise
                       ? "; the run ends when a rank has none left (parallel.join: raise)"
                       : "; ranks without one shadow the others (parallel.join: shadow)");
}

void print_estimate(const run::Check& check, double link_gigabits) {
    const plan::Estimate& e = *check.estimate;
    const auto& lengths = check.inputs.train_lengths;
    const auto longest = lengths.empty() ? 0 : *std::max_element(lengths.begin(), lengths.end());
    const std::string model =
        plan::is_made(check.preset)
            ? "new " + preset::get(check.preset, *preset::find_key("model.architecture"))
            : check.preset.model.path;
    print_line("model", fmt::format("{}, {} parameters, {} of them trained", model, grouped(e.parameters),
                                    grouped(e.trainable)));
    const std::string extra = check.inputs.extra_rows > 0
                                  ? grouped(check.inputs.extra_rows) + " in further validation sets, "
                                  : std::string();
    print_line("rows",
               fmt::format("{} train, {} validation, {}{} test", grouped(lengths.size()),
                           grouped(check.inputs.validation_rows), extra, grouped(check.inputs.test_rows)));
    const double mean =
        e.train_samples ? static_cast<double>(e.train_tokens) / static_cast<double>(e.train_samples) : 0;
    print_line("tokens", fmt::format("{} per epoch, {:.1f} per row, the longest {}; {} texts truncated at {}",
                                     grouped(e.train_tokens), mean, longest,
                                     grouped(check.inputs.truncated_rows), check.preset.data.max_length));
    print_line("steps", fmt::format("{} ({}), the largest batch of a rank {} tokens", grouped(e.steps),
                                    counted_epochs(e.epochs), grouped(e.batch_tokens)));
    if (!e.rank_batches.empty()) print_line("batches", batches_of_ranks(check));
    print_memory(check);
    print_line("disk", fmt::format("{} (a checkpoint {}) of {} free here: {}", human_bytes(e.disk_bytes),
                                   human_bytes(e.checkpoint_bytes), human_bytes(check.free_disk),
                                   plan::verdict(e.disk_bytes, check.free_disk)));
    print_line("time", fmt::format("about {} of training; {}", human_duration(e.seconds), e.basis));
    print_exchange(check, link_gigabits);
    print_strategies(check, link_gigabits);
    print_stages(check);
}

void print_check(const run::Check& check, double link_gigabits) {
    for (const data::TableSummary& table : check.inputs.tables)
        print_line("data", table.line());
    const bool of_classes = task::task_of(check.preset.task).has_classes();
    if (of_classes && !check.inputs.labels.names.empty()) {
        std::string text;
        for (std::size_t id = 0; id < std::min<std::size_t>(check.inputs.labels.names.size(), 20); ++id)
            text += fmt::format("{}{} = {}", id ? ", " : "", id, check.inputs.labels.names[id]);
        if (check.inputs.labels.names.size() > 20) text += ", ...";
        print_line("classes", fmt::format("{}: {} ({})", check.inputs.labels.names.size(), text,
                                          check.inputs.labels.origin));
    }
    if (check.estimate) print_estimate(check, link_gigabits);
    print_line("machine",
               fmt::format("{} cores, {} of memory available, {}", check.machine.cores,
                           human_bytes(check.machine.available_memory),
                           check.machine.gpus.empty() ? "no GPU"
                                                      : fmt::format("{} GPUs", check.machine.gpus.size())));
    for (const std::string& warning : run::all_warnings(check.inputs))
        print_line("warning", warning);
}

/// Prints the measured parts at the largest peak beside the estimated ones. A plan's activations include
/// temporary values, as the measured workspace does.
void print_measured(const plan::Estimate& e, const run::Measured& measured) {
    const report::MemoryFigures::Bytes& most = measured.memory.fullest();
    const bool on_gpu = measured.peak_gpu_bytes > 0; // its peak consists only of tensors
    const std::uint64_t tensors = report::sum(most), all = std::max(tensors, measured.peak_bytes()),
                        planned_in_all = e.total_bytes - (on_gpu ? e.runtime_bytes : 0);
    report::TextTable table{{"memory of a rank", "estimate", "measured"}, {}, {false, true, true}};
    const auto row = [&](const char* part, std::uint64_t planned, std::uint64_t found) {
        table.rows.push_back({part, human_bytes(planned), human_bytes(found)});
    };
    row("weights", e.weights_bytes, most[0]);
    row("gradients", e.gradient_bytes, most[1]);
    row("optimizer", e.optimizer_bytes, most[2]);
    row("activations, workspace", e.activation_bytes, most[3] + most[4]);
    if (!on_gpu) row("runtime", e.runtime_bytes, all - tensors);
    row(on_gpu ? "together, without the runtime" : "together", planned_in_all, all);
    print_text("\n{}\n{}\n", table.to_text(), memory_table(measured.memory).to_text());
    if (measured.sent_bytes > 0)
        print_line("sent", fmt::format("{} in that step", human_bytes(measured.sent_bytes)));
    const double deviation = static_cast<double>(planned_in_all) / static_cast<double>(all) - 1;
    print_line("measured",
               fmt::format("{}, the estimate {:+.0f} %; {:.3f} s for the step with the longest batch "
                           "({} tokens), {} tokens/s",
                           human_bytes(all), 100 * deviation, measured.seconds,
                           grouped(measured.batch_tokens),
                           grouped(static_cast<std::uint64_t>(measured.tokens_per_second()))));
}

std::optional<run::Measured> measure(const CheckOptions& options, const run::Check& check) {
    if (!options.measure || !check.is_right() || !check.estimate) return std::nullopt;
    int count = 1;
    char name[] = "tunedesk";
    char* arguments[] = {name, nullptr};
    const QCoreApplication application(count, arguments); // required by QProcess
    return run::measure(check.preset, 0,
                        options.as_rank >= 0 ? std::optional(options.as_rank) : std::nullopt);
}

/// Prints every problem on stderr; the first one's code is the command's.
int print_problems(const run::Check& check) {
    int code = 0;
    if (!check.preset_problems.empty()) code = print_error(preset::PresetError(check.preset_problems));
    for (const Error& error : check.inputs.problems) {
        const int its_code = print_error(error);
        if (code == 0) code = its_code;
    }
    return code;
}

int check_on_host(const CheckOptions& options) {
    remote::Words command{"check", "-"};
    if (options.measure) command.emplace_back("--measure");
    if (options.as_rank >= 0) command.insert(command.end(), {"--as-rank", fmt::to_string(options.as_rank)});
    if (options.link_gigabits > 0) command.insert(command.end(), {"--link", shortest(options.link_gigabits)});
    if (options.json) command.emplace_back("--json");
    return relay(options.host, command, preset_for_host(options.preset, options.sets));
}

int check_preset(CheckOptions options) {
    if (!options.host.empty()) return check_on_host(options);
    if (options.as_rank >= 0 || options.link_gigabits > 0) // the ranks will run elsewhere
        options.sets.emplace_back("parallel.oversubscribe=true");
    if (!options.measure) forbid_writes();
    const run::Check check =
        run::check(options.preset == "-" ? preset::parse_draft(standard_input(), "standard input",
                                                               fs::current_path(), options.sets)
                                         : preset::load_draft(options.preset, options.sets));
    if (!options.json) print_check(check, options.link_gigabits);
    std::fflush(stdout);
    const std::optional<run::Measured> measured = measure(options, check);
    if (options.json) {
        Json json = run::to_json(check);
        if (const auto seconds = exchange_of(check, options.link_gigabits))
            json["exchange_seconds"] = *seconds;
        if (measured) json["measured"] = run::to_json(*measured);
        print_json(json);
    } else if (measured) {
        print_measured(*check.estimate, *measured);
    }
    std::fflush(stdout);
    const int code = print_problems(check);
    if (code == 0 && !options.json) {
        const bool has_file = options.preset != "-"; // otherwise it came through a pipe from another machine
        print_text("\nPreset is valid.{}\n",
                   has_file ? " Next: tunedesk run " + preset::shell_word(options.preset) : "");
    }
    return code;
}

} // namespace

void add_check_command(CLI::App& app, Action& action) {
    auto options = std::make_shared<CheckOptions>();
    CLI::App* command = app.add_subcommand(
        "check", "List every error in a preset and its files, and estimate memory and time");
    command->add_option("PRESET", options->preset, "The preset's YAML file; -: the standard input")
        ->required();
    command->add_option("--set", options->sets, "Change a key: --set training.num_train_epochs=1")
        ->allow_extra_args(false)
        ->take_all();
    CLI::Option* const measure = command->add_flag(
        "--measure", options->measure, "Also run the step with the longest batch, in a separate process");
    command
        ->add_option("--as-rank", options->as_rank,
                     "With --measure: only this rank, without the ranks that it exchanges data with; memory "
                     "and bytes sent are those of the whole run")
        ->check(CLI::NonNegativeNumber)
        ->needs(measure);
    command
        ->add_option("--link", options->link_gigabits,
                     "Gbit/s between the ranks: also estimate the communication time of a step")
        ->check(CLI::PositiveNumber);
    command->add_flag("--json", options->json, "One JSON object with all of it");
    add_host_option(*command, options->host);
    command->callback([&action, options] { action = [options] { return check_preset(*options); }; });
}

} // namespace tunedesk::app
