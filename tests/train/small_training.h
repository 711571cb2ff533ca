// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/cache/token_cache.h"
#include "memory/torch_headers.h"
#include "plan/data_specs.h"
#include "plan/stages.h"
#include "train/memory/block_residency.h"
#include "train/step/train_step.h"
#include "train/strategies/make_strategy.h"
#include "train/strategies/replicated.h"
#include "train/task/trained_task.h"
#include "train/tensor/tensor_group.h"

#include <QTemporaryDir>
#include <fstream>
#include <mutex>

namespace tunedesk::test {

/// A small model under training on ninety made rows by the training loop's own step, without the run around
/// it: what the parts of the loop are tested with, on any device.
class SmallTraining {
public:
    static constexpr std::int64_t longest = 32;
    static constexpr std::uint32_t batch_size = 7;

    SmallTraining() {
        qputenv("XDG_CACHE_HOME", folder_.path().toUtf8());
        write_rows(rows_file());
        preset.model.path = TUNEDESK_SOURCE_DIR "/tests/golden/models/tiny-bert";
        preset.model.dropout = 0;
        preset.model.ignore_mismatched_sizes = true;
        preset.data.train = rows_file();
        preset.data.max_length = longest;
        preset.training.max_grad_norm = 1;
        read_rows();
    }

    /// Reads the made rows again, for the preset's task: as texts that a language model continues, too.
    void read_rows() {
        if (task::task_of(preset.task).target == task::Target::next_token) {
            preset.data.train = rows_file().replace_extension(".txt");
            std::ifstream rows(rows_file());
            std::ofstream texts(preset.data.train);
            for (std::string line; std::getline(rows, line);)
                texts << line.substr(0, line.find(',')) << '\n';
        }
        const data::Tokenizer tokenizer =
            data::Tokenizer::load(TUNEDESK_SOURCE_DIR "/tests/golden/models/tiny-bert");
        sets.emplace(train::read_datasets(preset, config(), &tokenizer, 1, announcer_,
                                          [](const std::function<void()>& tokenize) { tokenize(); }));
    }

    struct Trained {
        std::unique_ptr<parallel::MeshGroups> groups; ///< of ranks
        std::unique_ptr<train::TensorGroup> slices;   ///< of ranks
        std::unique_ptr<train::TrainableModel> trainable;
        std::unique_ptr<train::StageLink> link;           ///< null without a pipeline
        std::unique_ptr<train::BlockResidency> residency; ///< null where all parameters are on the device
        std::unique_ptr<train::Shards> shards;            ///< null where ranks divide nothing
        std::unique_ptr<train::Optimizer> optimizer;
        std::unique_ptr<train::Execution> execution; ///< may be replaced before the first step
        std::unique_ptr<model::Objective> objective;
        std::unique_ptr<train::Strategy> strategy;
        std::unique_ptr<train::GradientScaler> scaler;
        train::PassOrder order;                 ///< of each step's passes
        parallel::World world;                  ///< of the data group
        std::unique_ptr<train::TrainStep> step; ///< made with the first one
        std::vector<double> losses;             ///< of each step
        std::vector<std::int64_t> rights;
        std::vector<double> norms;
    };

    Trained trained(const model::Placement& placement = {at::kCPU, &model::aten_operations()},
                    const std::optional<arch::StageLayers>& stage = {}) {
        const std::lock_guard lock(making_);
        std::optional<format::ModelWeights> weights;
        if (layers == 0) weights.emplace(preset.model.path);
        Trained one;
        one.trainable = std::make_unique<train::TrainableModel>(
            preset, config(), outputs(), weights ? &*weights : nullptr, placement, announcer_, stage);
        one.optimizer =
            std::make_unique<train::Optimizer>(preset.training, one.trainable->model().parameters(),
                                               *placement.operations, preset.memory.optimizer_in_backward);
        one.execution = std::make_unique<train::Execution>(*one.trainable, false);
        one.objective = train::trained_task(preset.task).objective(preset, *sets, *one.trainable, *group_);
        one.strategy = std::make_unique<train::Replicated>(*group_, one.trainable->model().parameters(),
                                                           *one.optimizer, 1);
        one.scaler = std::make_unique<train::GradientScaler>(preset.precision);
        return one;
    }

    /// The same as one rank of a group, which must outlive it, with the preset's strategy, stages and slices.
    Trained trained_in(parallel::Group& group, model::Placement placement) {
        const parallel::World& world = group.world();
        const int count = preset.parallel.pipeline_stages, size = preset.parallel.tensor_size;
        const parallel::Mesh mesh({.stages = count, .data = world.size / count / size, .tensor = size},
                                  world.size);
        auto groups = std::make_unique<parallel::MeshGroups>(group, mesh);
        auto slices = std::make_unique<train::TensorGroup>(groups->along(parallel::Axis::tensor));
        if (size > 1) placement.tensor = slices.get();
        const auto stages = plan::stages_of(
            preset, plan::trained_spec(preset, config(), static_cast<std::size_t>(outputs())));
        const int stage = mesh.place_of(world.rank).stage;
        Trained one = trained(placement, stages[static_cast<std::size_t>(stage)]);
        one.strategy.reset();
        one.slices = std::move(slices);
        one.trainable->use_mesh(*groups);
        one.world = groups->along(parallel::Axis::data).world();
        one.groups = std::move(groups);
        if (count > 1) {
            one.link = std::make_unique<train::StageLink>(*one.groups, config().hidden_size);
            one.trainable->use_link(*one.link);
            one.order = {parallel::PipelineSchedule::one_forward_one_backward, count, stage};
        }
        model::Network& network = one.trainable->model().network();
        one.shards = train::make_shards(preset, *one.groups, network);
        if (one.shards)
            one.optimizer = std::make_unique<train::Optimizer>(
                preset.training, train::make_slots(preset.training, *one.shards), *placement.operations);
        one.strategy = train::make_strategy(preset, *one.groups, network, *one.optimizer, nullptr,
                                            one.shards.get(), stages);
        return one;
    }

    /// The same with the encoder layers' parameters in host memory.
    Trained trained_from_host(model::Placement placement, std::shared_ptr<train::HostLink> link) {
        placement.layers_on_host = true;
        Trained one = trained(placement);
        one.residency = train::offload_parameters(one.trainable->model().network(), std::move(link),
                                                  !preset.memory.optimizer_in_backward);
        one.optimizer->use_residency(*one.residency);
        one.strategy = std::make_unique<train::Replicated>(*group_, one.trainable->model().parameters(),
                                                           *one.optimizer, 1, one.residency.get());
        return one;
    }

    /// Takes the training loop's step over some micro-batches, or all of it but the update.
    void step(Trained& one, std::uint32_t number, std::uint32_t micro_batches = 1,
              bool leaves_out = false) const {
        if (!one.step)
            one.step = std::make_unique<train::TrainStep>(
                train::TrainStep::Parts{sets->train, *one.trainable, *one.objective, *one.optimizer,
                                        *one.execution, *one.strategy, *one.scaler},
                train::TrainStep::Draw{42, micro_batches, static_cast<std::uint32_t>(one.world.rank)},
                one.order);
        const auto norm = one.step->take(plan_of(number, micro_batches, one.world.size), number,
                                         0.01 / (1 + number), [&] { return leaves_out; });
        one.norms.push_back(norm ? norm->item<double>() : NAN);
        one.losses.push_back(one.step->loss().item<double>());
        one.rights.push_back(one.step->correct().item<std::int64_t>());
    }

    /// The largest difference of two trainings' weights.
    static double difference(const Trained& a, const Trained& b) {
        double top = 0;
        a.trainable->model().parameters().settle();
        b.trainable->model().parameters().settle();
        const auto& ours = a.trainable->model().parameters().all();
        const auto& theirs = b.trainable->model().parameters().all();
        for (std::size_t i = 0; i < ours.size(); ++i)
            top = std::max(top,
                           (ours[i].at_rest().cpu() - theirs[i].at_rest().cpu()).abs().max().item<double>());
        return top;
    }

    /// Of one rank.
    parallel::Group& group() const { return *group_; }

    arch::ModelConfig config() const {
        arch::ModelConfig config = made ? *made : arch::read_model_config(preset.model.path);
        if (layers > 0) config.num_hidden_layers = layers;
        return config;
    }

    Preset preset;
    int layers = 0;                        ///< of a random model; 0: the folder's
    std::optional<arch::ModelConfig> made; ///< of a random model, in place of the folder's
    std::optional<train::Datasets> sets;

private:
    fs::path rows_file() const { return fs::path(folder_.path().toStdString()) / "rows.csv"; }
    std::int64_t outputs() const {
        return task::task_of(preset.task).has_words() ? static_cast<std::int64_t>(sets->words) : 2;
    }

    /// Deals each micro-batch to the ranks in turn; the last one of odd steps to the first rank alone.
    data::StepBatches plan_of(std::uint32_t number, std::uint32_t micro_batches, int ranks) const {
        data::StepBatches plan;
        plan.samples = std::int64_t{batch_size} * micro_batches;
        for (std::uint32_t micro = 0; micro < micro_batches; ++micro) {
            const bool to_one = number % 2 == 1 && micro + 1 == micro_batches;
            std::vector<std::vector<std::uint32_t>> samples(static_cast<std::size_t>(ranks));
            for (std::uint32_t i = 0; i < batch_size; ++i)
                samples[to_one ? 0 : i % samples.size()].push_back(
                    ((number * micro_batches + micro) * batch_size + i) %
                    static_cast<std::uint32_t>(sets->train.size()));
            plan.micro_batches.push_back(samples);
        }
        return plan;
    }

    static void write_rows(const fs::path& path) {
        const char* const words[] = {"good",  "film", "bad", "the",  "story",
                                     "great", "dull", "not", "very", "movie"};
        std::ofstream out(path);
        out << "text,label\n";
        for (int i = 0; i < 90; ++i) {
            for (int k = 0; k <= i * 11 % 29; ++k)
                out << words[(i * 7 + k * k) % 10] << ' ';
            out << ',' << (i * 7) % 10 % 2 << '\n';
        }
    }

    std::mutex making_; ///< the loader's messages go one after another
    QTemporaryDir folder_;
    std::unique_ptr<event::Channel> channel_ = event::silent_channel();
    train::Announcer announcer_{*channel_, true};
    std::unique_ptr<parallel::Group> group_ = std::make_unique<parallel::Group>(parallel::World{}, 10);
};

} // namespace tunedesk::test
