// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/session/predictor.h"

#include "arch/adapter_folder.h"
#include "base/error.h"
#include "base/text.h"
#include "data/tags/word_tokens.h"
#include "memory/torch_headers.h"
#include "model/embedding/similarity.h"
#include "model/sequence_classifier.h"
#include "train/session/predicted_inputs.h"
#include "train/task/trained_task.h"

#include <torch/csrc/autograd/autograd.h>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace tunedesk::train {

namespace {

std::string head_of(const arch::ModelConfig& config) {
    return config.classifier_weight(config.classifies_tokens() ? task::Readout::every : task::Readout::first);
}

/// std::nullopt for a classifier, whose folder may still hold a base model's modules. For an adapter folder
/// without modules, those of its base.
std::optional<arch::SentenceModules> modules_of(const format::ModelWeights& weights,
                                                const arch::ModelConfig& config, const fs::path& folder) {
    const std::optional<arch::AdapterFolder> adapters = arch::read_adapter_folder(folder);
    const bool has_head = adapters ? !adapters->is_headless : weights.contains(head_of(config));
    if (!config.family->token_class || has_head) return std::nullopt;
    auto modules = arch::read_sentence_modules(folder);
    return modules || !adapters ? modules : arch::read_sentence_modules(adapters->base);
}

/// Throws Error 4334 if the folder has no classification head, 4345 if its weight is not a matrix.
std::int64_t classes_of(const format::ModelWeights& weights, const arch::ModelConfig& config,
                        const fs::path& folder) {
    if (config.sentence) return arch::no_head;
    const std::string head = head_of(config);
    if (!weights.contains(head)) throw Error(ErrorId::head_missing, {}, folder.string());
    if (weights.info(head).shape.size() != 2) throw Error(ErrorId::head_not_matrix, {}, folder.string());
    return weights.info(head).shape.at(0);
}

/// Throws Error 4342 if this version does not support the problem.
const task::Task& task_of(const arch::ModelConfig& config, std::int64_t outputs, const fs::path& folder) {
    if (!config.family->classifier_class) throw Error(ErrorId::no_generation, {}, folder.string());
    if (config.sentence) return task::task_of(task::Kind::sentence_embedding);
    if (config.classifies_tokens()) return task::task_of(task::Kind::token_classification);
    const std::string problem = text_field(config.json, "problem_type");
    const task::Task* task =
        task::task_of_problem(problem, static_cast<std::size_t>(outputs),
                              config.image.is_on() ? task::Input::image : task::Input::text);
    if (task && (task->target != task::Target::number || outputs == 1)) return *task;
    throw Error(ErrorId::problem_type_unsupported, {harmless(problem), fmt::to_string(outputs)},
                (folder / "config.json").string());
}

} // namespace

struct Predictor::State {
    arch::ModelConfig config;
    std::unique_ptr<PredictedInputs> inputs;
    std::unique_ptr<model::SequenceClassifier> model;
    std::vector<std::string> labels;
    const task::Task* task = nullptr;

    std::shared_ptr<const model::Batch> batch_of(const PredictedInputs::Encoded& encoded) const {
        return model->batch(encoded.samples, false);
    }
    /// The outputs of each text; for tags, of each token.
    at::Tensor outputs(const std::shared_ptr<const model::Batch>& batch, const at::Tensor& words = {}) const {
        return model::mean_of_samples(model->forward(batch, {}, words), *batch);
    }
};

Predictor::Predictor(const fs::path& folder)
    : state_(new State{arch::read_model_config(folder), {}, {}, {}, nullptr}) {
    const format::ModelWeights weights = arch::open_weights(folder);
    state_->config.sentence = modules_of(weights, state_->config, folder);
    state_->inputs = predicted_inputs(state_->config, folder);
    const std::int64_t classes = classes_of(weights, state_->config, folder);
    state_->task = &task_of(state_->config, classes, folder);
    if (!state_->config.sentence) state_->labels = state_->config.labels;
    if (static_cast<std::int64_t>(state_->labels.size()) != classes) {
        state_->labels.clear();
        for (std::int64_t i = 0; i < classes; ++i)
            state_->labels.push_back(fmt::format("LABEL_{}", i));
    }
    state_->model = std::make_unique<model::SequenceClassifier>(
        state_->config, classes, model::placement_on(at::kCPU),
        state_->config.sentence ? state_->config.sentence->pooling : state_->task->readout);
    const model::LoadReport report = state_->model->load(weights);
    if (!report.created.empty()) throw Error(ErrorId::weights_incomplete, {}, report.created.front());
}

Predictor::~Predictor() = default;

const std::vector<std::string>& Predictor::labels() const {
    return state_->labels;
}

std::size_t Predictor::unfit_names() const {
    const std::size_t names = state_->config.sentence ? 0 : state_->config.labels.size();
    return names == state_->labels.size() ? 0 : names;
}

const task::Task& Predictor::task() const {
    return *state_->task;
}

namespace {

std::vector<std::vector<float>> answer_rows(const at::Tensor& outputs, const task::Task& task) {
    const at::Tensor answers = trained_task(task.kind).answers(outputs.detach()).contiguous();
    const std::int64_t classes = answers.size(1);
    const float* values = answers.const_data_ptr<float>();
    if (!std::all_of(values, values + answers.numel(), [](float value) { return std::isfinite(value); }))
        throw Error(ErrorId::outputs_not_finite);
    std::vector<std::vector<float>> rows;
    for (std::int64_t i = 0; i < answers.size(0); ++i)
        rows.emplace_back(values + i * classes, values + (i + 1) * classes);
    return rows;
}

} // namespace

std::vector<std::vector<float>> Predictor::predict(std::span<const Text> texts) const {
    if (texts.empty()) return {};
    const at::NoGradGuard no_gradients;
    const PredictedInputs::Encoded input = state_->inputs->encode(texts);
    return answer_rows(state_->outputs(state_->batch_of(input)), *state_->task);
}

std::vector<Predictor::TaggedText> Predictor::tag(std::span<const Text> texts) const {
    if (texts.empty()) return {};
    const at::NoGradGuard no_gradients;
    const PredictedInputs::Encoded input = state_->inputs->encode(texts);
    const std::vector<std::vector<float>> tokens =
        answer_rows(state_->outputs(state_->batch_of(input)), *state_->task);
    std::vector<TaggedText> result;
    std::size_t row = 0; // index in the batch, which is packed
    for (std::size_t i = 0; i < texts.size(); ++i) {
        TaggedText text{words_of(texts[i]), {}, {}};
        text.tags.resize(text.words.size(), data::ignored_label);
        text.scores.resize(text.words.size());
        std::int32_t before = data::outside_words;
        for (const std::int32_t word : input.token_words[i]) {
            const std::vector<float>& classes = tokens[row++];
            if (word == std::exchange(before, word) || word == data::outside_words) continue;
            const auto best = std::ranges::max_element(classes);
            text.tags[static_cast<std::size_t>(word)] = static_cast<std::int32_t>(best - classes.begin());
            text.scores[static_cast<std::size_t>(word)] = *best;
        }
        result.push_back(std::move(text));
    }
    return result;
}

std::vector<Predictor::EmbeddedText> Predictor::embed(std::span<const Text> texts) const {
    if (texts.empty()) return {};
    const at::NoGradGuard no_gradients;
    std::vector<Text> all;
    for (const Text& text : texts) {
        all.push_back({text.text, {}});
        if (text.pair) all.push_back({*text.pair, {}});
    }
    const PredictedInputs::Encoded input = state_->inputs->encode(all);
    at::Tensor rows = state_->model->forward(state_->batch_of(input), {});
    if (state_->config.sentence->normalizes) rows = model::normalized(rows);
    std::vector<std::vector<float>> embeddings = answer_rows(rows, *state_->task);
    std::vector<EmbeddedText> result;
    auto next = embeddings.begin();
    for (const Text& text : texts) {
        result.push_back({std::move(*next++), {}});
        if (text.pair) result.back().pair = std::move(*next++);
    }
    return result;
}

Predictor::Attribution Predictor::attribute(const Text& text, std::size_t of_class) const {
    const PredictedInputs::Encoded input = state_->inputs->encode({&text, 1});
    const std::shared_ptr<const model::Batch> batch = state_->batch_of(input);
    const at::Tensor parts =
        state_->inputs
            ->parts(*batch, [&](const model::Batch& of) { return state_->model->word_embeddings(of); })
            .requires_grad_();
    const at::Tensor logits = state_->outputs(batch, parts);
    Attribution result;
    result.probabilities = answer_rows(logits, *state_->task).at(0);
    const auto& p = result.probabilities;
    result.of_class = of_class < p.size()
                          ? of_class
                          : static_cast<std::size_t>(std::max_element(p.begin(), p.end()) - p.begin());
    const at::Tensor logit = logits.index({0, static_cast<std::int64_t>(result.of_class)});
    const at::Tensor gradient = torch::autograd::grad({logit}, {parts}).at(0);
    const at::Tensor products =
        (gradient.to(at::kDouble) * parts.detach().to(at::kDouble)).sum(1).contiguous();
    const double* values = products.const_data_ptr<double>();
    result.contributions.assign(values, values + products.numel());
    result.tokens = state_->inputs->names(input);
    state_->inputs->join_windows(result);
    return result;
}

} // namespace tunedesk::train
