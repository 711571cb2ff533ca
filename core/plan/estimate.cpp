// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan/estimate.h"

#include "arch/layer_costs.h"
#include "base/host_figures.h"
#include "base/text.h"
#include "data/batch/sampler.h"
#include "data/batch/shape.h"
#include "plan/constants.h"
#include "plan/data_specs.h"
#include "plan/eval_batches.h"
#include "plan/memory_plan.h"
#include "plan/run_steps.h"
#include "plan/shapes.h"
#include "plan/stage_plans.h"
#include "plan/strategy_plans.h"
#include "preset/schema/placement.h"
#include "task/task.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <functional>
#include <numeric>

namespace tunedesk::plan {

namespace {

/// The division of the work among ranks.
struct Ranks {
    std::int64_t processes = 1, stages = 1, data = 1;
    explicit Ranks(const Preset& preset) {
        const Preset::Parallel& parallel = preset.parallel;
        processes = std::max(1, parallel.processes);
        stages = std::max(1, parallel.pipeline_stages);
        data = data_ranks_of(preset);
    }
};

/// Results of dividing the first epochs, as means per epoch.
struct Deal {
    double steps = 0, tokens = 0, samples = 0, forward_flops = 0;
    std::vector<double> epoch_steps;         ///< of the epochs that were computed
    std::vector<std::uint64_t> rank_batches; ///< see Estimate
    std::uint64_t batch_tokens = 0;
};

/// Pads a packed batch's rows to a fixed shape, as required by recorded steps, with sequences that share the
/// rest evenly.
void fill_up(std::vector<std::uint32_t>& batch, std::int64_t longest) {
    if (batch.empty()) return;
    const std::int64_t tokens = std::accumulate(batch.begin(), batch.end(), std::int64_t{0}),
                       size = static_cast<std::int64_t>(batch.size());
    const data::Shape shape = data::fixed_shape(tokens, size, longest);
    std::int64_t rows = shape.rows - tokens;
    for (std::int64_t left = shape.sequences - size; left > 0; --left) {
        batch.push_back(static_cast<std::uint32_t>(rows / left));
        rows -= batch.back();
    }
}

/// Adds the batches of each rank.
void count_batches(const data::StepBatches& step, std::vector<std::uint64_t>& batches) {
    for (const auto& micro_batch : step.micro_batches) {
        batches.resize(micro_batch.size());
        for (std::size_t rank = 0; rank < micro_batch.size(); ++rank)
            batches[rank] += !micro_batch[rank].empty();
    }
}

/// Appends the sequences of a row of `length` tokens, divided into windows if `window` is not 0.
void add_sequences(std::uint32_t length, std::uint32_t window, std::vector<std::uint32_t>& batch) {
    for (; window > 0 && length > window; length -= window)
        batch.push_back(window);
    batch.push_back(length);
}

Deal deal_epochs(const Preset& preset, const arch::ModelSpec& spec, std::span<const std::uint32_t> lengths,
                 const Ranks& ranks, bool cuda) {
    Deal deal;
    if (lengths.empty()) return deal;
    const bool padded = preset.data.batching != Preset::Batching::packed;
    const bool records = cuda && preset.precision.static_graph && !padded && !spec.image.is_on();
    const data::SamplerSpec dealt_as = sampler_spec(preset, ranks.data);
    const data::Sampler sampler(dealt_as, {lengths.begin(), lengths.end()});

    // If samples are counted, every epoch has the same number of steps, and one is sufficient.
    const double wanted = std::ceil(std::max(1.0, preset.training.num_train_epochs));
    const auto dealt =
        dealt_as.max_tokens > 0 ? static_cast<std::int64_t>(std::min<double>(wanted, dealt_epochs)) : 1;
    const data::SlidingWindows windows = sliding_windows(preset);
    const auto window = static_cast<std::uint32_t>(windows.is_on() ? windows.length : 0);
    std::vector<std::uint32_t> batch;
    for (std::int64_t epoch = 0; epoch < dealt; ++epoch) {
        deal.epoch_steps.push_back(0);
        for (const data::StepBatches& step : sampler.epoch(epoch)) {
            ++deal.epoch_steps.back();
            if (dealt_as.sharding == data::Sharding::per_rank && epoch == 0)
                count_batches(step, deal.rank_batches);
            for (const auto& micro_batch : step.micro_batches)
                for (const auto& rank : micro_batch) {
                    batch.clear();
                    for (const std::uint32_t sample : rank) {
                        add_sequences(lengths[sample], window, batch);
                        deal.tokens += lengths[sample];
                    }
                    deal.samples += static_cast<double>(rank.size());
                    if (padded && !batch.empty()) std::ranges::fill(batch, *std::ranges::max_element(batch));
                    if (records) fill_up(batch, preset.data.max_length);
                    std::uint64_t area = 0;
                    for (const std::uint32_t length : batch)
                        area += length;
                    deal.batch_tokens = std::max(deal.batch_tokens, area);
                    deal.forward_flops += arch::forward_flops(spec, batch);
                }
        }
        deal.steps += deal.epoch_steps.back();
    }
    for (double* sum : {&deal.steps, &deal.tokens, &deal.samples, &deal.forward_flops})
        *sum /= static_cast<double>(dealt);
    return deal;
}

double cores_of_rank(const Ranks& ranks, const Machine& machine) {
    const int cores = machine.cores > 0 ? machine.cores : usable_cores();
    return static_cast<double>(cores) / static_cast<double>(ranks.processes);
}

/// Sets the peak of concurrent work without gradients. The rows of other tables are assumed to be as long as
/// those of the training table.
void plan_evaluation(const Preset& preset, std::span<const std::uint32_t> lengths, const Ranks& ranks,
                     const Machine& machine, MemoryWork& work) {
    const auto& d = preset.data;
    const bool features = preset.model.train == Preset::Train::features;
    if (!features && d.validation.empty() && d.extra_validation.empty() && d.test.empty() &&
        d.validation_split <= 0 && d.test_split <= 0 && d.split_file.empty())
        return;
    const std::size_t batch_size =
        features ? feature_batch_rows : static_cast<std::size_t>(preset.training.per_device_eval_batch_size);
    const int threads = machine.cuda ? 0
                        : preset.training.threads > 0
                            ? preset.training.threads
                            : std::max(1, static_cast<int>(cores_of_rank(ranks, machine)));
    const EvalBatches batches = eval_batches(lengths, batch_size, threads);
    work.evaluation_tokens = static_cast<double>(tokens_at_once(batches, lengths));
    work.evaluation_batches = batches.at_once;
}

void plan_disk(const Preset& preset, Estimate& result) {
    const bool has_adapters = preset.model.train == Preset::Train::lora;
    const std::uint64_t folder =
        whole_number(static_cast<double>(has_adapters ? result.trainable : result.parameters) *
                     size_of(preset.precision.params)) +
        model_folder_bytes;
    result.disk_bytes = 2 * folder; // best/ and final/
    if (preset.logging.level == Preset::LogLevel::none) return;
    const auto interval = static_cast<std::uint64_t>(std::max<std::int64_t>(1, preset.logging.every_n_steps));
    const auto every = static_cast<std::uint64_t>(std::max<std::int64_t>(0, preset.checkpoint.every_n_steps));
    const std::uint64_t made =
        (every > 0 ? result.steps / every : 0) + whole_number(std::ceil(result.epochs));
    // one more than is kept: the new one is complete before the oldest is removed
    const auto kept =
        std::min<std::uint64_t>(made, static_cast<std::uint64_t>(std::max(0, preset.checkpoint.keep)) + 1);
    result.disk_bytes += kept * result.checkpoint_bytes + result.steps * journal_bytes_per_step +
                         result.steps / interval * logs_bytes_per_logging_step;
}

double run_flops(const Preset& preset, const Shapes& shapes, const Deal& deal, double epochs) {
    // the encoder runs only once
    if (preset.model.train == Preset::Train::features) return deal.forward_flops;
    const auto layers = static_cast<double>(std::max<std::uint64_t>(1, shapes.layers));
    const double backward_share = static_cast<double>(trained_layers(preset, shapes)) / layers;
    const double again = checkpoint_interval(preset) > 0 ? backward_share : 0;
    // Frozen weights have no gradients: their backward pass computes only those of the inputs.
    const double passes = preset.model.train == Preset::Train::lora ? 1 : 2;
    return epochs * deal.forward_flops * (1 + passes * backward_share + again);
}

/// Host time for launching the kernels of all micro-batches.
double launch_seconds(const Preset& preset, const Shapes& shapes, const Estimate& result) {
    const double layer = preset.precision.static_graph ? gpu_layer_replay_seconds : gpu_layer_launch_seconds;
    return static_cast<double>(result.steps) * static_cast<double>(micro_batches_of(preset)) *
           static_cast<double>(shapes.layers) * layer;
}

void plan_time(const Preset& preset, const Ranks& ranks, double measured, const Shapes& shapes,
               const Machine& machine, Estimate& result) {
    result.flops_per_second = measured;
    result.basis = "measured";
    if (measured <= 0 && machine.cuda) {
        const Preset::Compute compute = preset.precision.compute;
        result.flops_per_second = size_of(compute) == 2              ? gpu_flops_per_second_16bit
                                  : compute == Preset::Compute::tf32 ? gpu_flops_per_second_tf32
                                                                     : gpu_flops_per_second_fp32;
        result.basis = fmt::format("assumed: {:.0f} TFLOP/s a device", result.flops_per_second * 1e-12);
    } else if (measured <= 0) {
        const double share = cores_of_rank(ranks, machine);
        const double threads =
            preset.training.threads > 0 ? std::min<double>(preset.training.threads, share) : share;
        const double core = preset.precision.compute == Preset::Compute::bf16 ? core_flops_per_second_bf16
                                                                              : core_flops_per_second;
        result.flops_per_second = core * threads;
        result.basis = fmt::format("assumed: {:.0f} GFLOP/s per core, {} cores per rank", core * 1e-9,
                                   shortest(threads));
    }
    result.seconds = result.train_flops / (result.flops_per_second * static_cast<double>(ranks.processes)) *
                     stage_slowdown(preset, result.stages);
    if (measured <= 0 && machine.cuda)
        result.seconds = std::max(result.seconds, launch_seconds(preset, shapes, result));
}

} // namespace

std::int64_t checkpoint_interval(const Preset& preset) {
    const std::string& text = preset.memory.activation_checkpointing;
    if (text == "none") return 0;
    return text == "block" ? 1 : std::max(0, std::atoi(text.c_str()));
}

Estimate estimate(const Preset& preset, const arch::ModelConfig& config, std::size_t labels,
                  std::span<const std::uint32_t> lengths, double flops_per_second, Machine machine,
                  std::uint64_t kept_images) {
    const Ranks ranks(preset);
    const arch::ModelSpec spec = trained_spec(preset, config, labels);
    const Shapes shapes = shapes_of(spec);
    const Deal deal = deal_epochs(preset, spec, lengths, ranks, machine.cuda);
    Estimate result;
    result.parameters = spec.count();
    result.trainable = trainable_count(spec, preset);
    result.train_samples = whole_number(std::round(deal.samples));
    result.train_tokens = whole_number(std::round(deal.tokens));
    result.batch_tokens = deal.batch_tokens;
    result.rank_batches = deal.rank_batches;
    result.steps =
        deal.steps == 0 ? 0 : whole_number(run_steps(preset.training, deal.epoch_steps, deal.steps));
    result.epochs = deal.steps > 0 ? static_cast<double>(result.steps) / deal.steps : 0;
    MemoryWork work{.batch_tokens = static_cast<double>(deal.batch_tokens),
                    .stages = static_cast<double>(ranks.stages),
                    .data_ranks = static_cast<double>(ranks.data),
                    .kept_images = kept_images};
    plan_evaluation(preset, lengths, ranks, machine, work);
    if (preset.model.train == Preset::Train::features) work.feature_rows = deal.samples;
    // All slices have the same size, up to one row of the vocabulary.
    const arch::ModelSpec slice = arch::sliced(spec, {0, std::max(1, preset.parallel.tensor_size)});
    const Shapes of_slice = shapes_of(slice);
    plan_memory(preset, slice, of_slice, work, machine.cuda, result);
    result.strategies = plan_strategies(preset, slice, of_slice, work, machine.cuda, result);
    result.stages = plan_stages(preset, slice, result);
    result.model_traffic = model_traffic(preset, spec, work.batch_tokens);
    for (const StagePlan& stage : result.stages)
        if (stage.memory.total_bytes > result.total_bytes) static_cast<MemoryParts&>(result) = stage.memory;
    plan_disk(preset, result);
    result.train_flops = run_flops(preset, shapes, deal, result.epochs);
    plan_time(preset, ranks, flops_per_second, shapes, machine, result);
    return result;
}

double exchange_seconds(const Estimate& estimate, const StrategyPlan& plan, const Link& link) {
    Traffic all = estimate.model_traffic;
    return link.seconds(all += {static_cast<double>(plan.sent_bytes), plan.messages});
}

std::string verdict(std::uint64_t needed, std::uint64_t available) {
    const auto share = static_cast<double>(needed);
    if (share <= fits_share * static_cast<double>(available)) return "fits";
    return share <= tight_share * static_cast<double>(available) ? "tight" : "no";
}

} // namespace tunedesk::plan
