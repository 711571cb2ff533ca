#pragma once

#include "data/tokenize/token_cache.h"
#include "model/loss.h"
#include "model/torch_headers.h"
#include "train/memory/offloaded_parameters.h"
#include "train/optimizer/optimizer.h"
#include "train/step/execution.h"
#include "train/step/learner.h"

#include <QTemporaryDir>
#include <fstream>

namespace tunedesk::test {

/// A small model under training on ninety made rows, without the run around it: what the parts of the
/// training loop are tested with, on any device.
class SmallTraining {
public:
    static constexpr std::int64_t longest = 32;
    static constexpr std::uint32_t batch_size = 7;

    SmallTraining() {
        qputenv("XDG_CACHE_HOME", folder_.path().toUtf8());
        const fs::path rows = fs::path(folder_.path().toStdString()) / "rows.csv";
        write_rows(rows);
        preset.model.path = TUNEDESK_SOURCE_DIR "/tests/golden/models/tiny-bert";
        preset.model.dropout = 0;
        preset.model.ignore_mismatched_sizes = true;
        preset.data.train = rows;
        preset.data.max_length = longest;
        preset.training.max_grad_norm = 1;
        const format::ModelConfig config = format::read_model_config(preset.model.path);
        sets.emplace(train::read_datasets(preset, config, data::Tokenizer::load(preset.model.path),
                                          announcer_,
                                          [](const std::function<void()>& tokenize) { tokenize(); }));
    }

    struct Trained {
        std::unique_ptr<train::Learner> learner;
        std::unique_ptr<train::OffloadedParameters> parameters; ///< undefined where they are on the device
        std::unique_ptr<train::Optimizer> optimizer;
        std::unique_ptr<train::Execution> execution;
        std::shared_ptr<const model::Batch> batch;
        at::Tensor loss, correct;   ///< of the step under way: what a graph adds to
        std::vector<double> losses; ///< of each step
        std::vector<std::int64_t> rights;
        std::vector<double> norms;
    };

    Trained trained(const model::Placement& placement = {at::kCPU, &model::aten_operations()}) {
        const format::ModelWeights weights(preset.model.path);
        Trained one;
        one.learner = std::make_unique<train::Learner>(preset, format::read_model_config(preset.model.path),
                                                       2, &weights, placement, announcer_);
        one.optimizer =
            std::make_unique<train::Optimizer>(preset.training, one.learner->model().parameters(),
                                               *placement.operations, preset.memory.optimizer_in_backward);
        one.execution = std::make_unique<train::Execution>(*one.learner, false);
        const at::TensorOptions there(placement.device);
        one.loss = at::zeros({}, there.dtype(at::kDouble));
        one.correct = at::zeros({}, there.dtype(at::kLong));
        return one;
    }

    /// The same with the encoder layers' parameters at home.
    Trained trained_from_home(model::Placement placement, std::shared_ptr<train::HostLink> link) {
        placement.layers_at_home = true;
        Trained one = trained(placement);
        one.parameters = std::make_unique<train::OffloadedParameters>(one.learner->model(), std::move(link),
                                                                      !preset.memory.optimizer_in_backward);
        one.optimizer->step_at(*one.parameters);
        return one;
    }

    /// A step of some micro-batches as the training loop takes it. The work reads the batch that is there
    /// when it is done, since on the host lengths are among what a graph would hold.
    void step(Trained& one, std::uint32_t number, std::uint32_t micro_batches = 1) const {
        const double normaliser = batch_size * micro_batches;
        one.optimizer->begin_step(0.01 / (1 + number), one.execution->keeps_gradients());
        one.loss.zero_();
        one.correct.zero_();
        for (std::uint32_t micro = 0; micro < micro_batches; ++micro) {
            std::vector<std::uint32_t> samples;
            for (std::uint32_t i = 0; i < batch_size; ++i)
                samples.push_back(((number * micro_batches + micro) * batch_size + i) %
                                  static_cast<std::uint32_t>(sets->train.size()));
            one.batch = one.execution->batch(sets->train, samples, normaliser);
            const model::Pass pass{true, 42, number, micro, micro_batches, 0};
            one.execution->passes(one.batch, pass, [this, &one, normaliser](const model::Pass& this_pass) {
                const at::Tensor logits = one.learner->forward(sets->train, one.batch, this_pass);
                const model::Operations& operations = *one.learner->model().placement().operations;
                const model::LossParts parts =
                    operations.cross_entropy(logits, *one.batch, {}, 0, normaliser);
                one.loss.add_(parts.total.detach());
                one.correct.add_(parts.correct);
                parts.total.backward();
            });
        }
        const at::Tensor norm = one.execution->update([&one] { return one.optimizer->update(1); });
        one.norms.push_back(norm.item<double>());
        one.losses.push_back(one.loss.item<double>());
        one.rights.push_back(one.correct.item<std::int64_t>());
    }

    /// The largest difference of two trainings' weights.
    static double difference(const Trained& a, const Trained& b) {
        double top = 0;
        a.learner->model().parameters().settle();
        b.learner->model().parameters().settle();
        const auto& ours = a.learner->model().parameters().all();
        const auto& theirs = b.learner->model().parameters().all();
        for (std::size_t i = 0; i < ours.size(); ++i)
            top = std::max(top,
                           (ours[i].at_rest().cpu() - theirs[i].at_rest().cpu()).abs().max().item<double>());
        return top;
    }

    Preset preset;
    std::optional<train::Datasets> sets;

private:
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

    QTemporaryDir folder_;
    std::unique_ptr<event::Channel> channel_ = event::silent_channel();
    train::Announcer announcer_{*channel_, true};
};

} // namespace tunedesk::test
