#include "train/session/predictor.h"

#include "arch/adapter_folder.h"
#include "base/error.h"
#include "base/text.h"
#include "data/tokenize/tokenizer.h"
#include "event/folder/run_folder.h"
#include "memory/torch_headers.h"
#include "model/sequence_classifier.h"
#include "plan/data_specs.h"
#include "preset/yaml/load.h"
#include "train/task/trained_task.h"

#include <torch/csrc/autograd/autograd.h>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tunedesk::train {

namespace {

/// Throws Error 4334 where the folder holds no classification head, 4345 where it is no matrix.
std::int64_t classes_of(const format::ModelWeights& weights, const arch::ModelConfig& config,
                        const fs::path& folder) {
    const std::string head = config.classifier_weight();
    if (!weights.contains(head)) throw Error(ErrorId::head_missing, {}, folder.string());
    if (weights.info(head).shape.size() != 2) throw Error(ErrorId::head_not_matrix, {}, folder.string());
    return weights.info(head).shape.at(0);
}

/// Throws Error 4342 where this version answers no such problem.
const task::Task& task_of(const arch::ModelConfig& config, std::int64_t outputs, const fs::path& folder) {
    if (!config.family->classifier_class) throw Error(ErrorId::no_generation, {}, folder.string());
    const std::string problem = text_field(config.json, "problem_type");
    const task::Task* task = task::task_of_problem(problem, static_cast<std::size_t>(outputs));
    if (task && task->runs() && (task->target != task::Target::number || outputs == 1)) return *task;
    throw Error(ErrorId::problem_type_unsupported, {harmless(problem), fmt::to_string(outputs)},
                (folder / "config.json").string());
}

/// The run's own preset where the folder is its best/ or final/: a tokenizer without a settings file has
/// nowhere else to keep it.
format::Truncation truncation_of_model(const fs::path& folder) {
    const fs::path real = fs::weakly_canonical(folder);
    const event::RunFolder run{real.parent_path()};
    if ((real == run.best() || real == run.final_model()) && run.holds_run())
        if (const preset::Draft draft = preset::load_draft(run.preset()); draft.problems.empty())
            return plan::truncation_of(draft.loaded.preset);
    return format::read_truncation(folder);
}

} // namespace

struct Predictor::State {
    arch::ModelConfig config;
    data::Tokenizer tokenizer;
    std::unique_ptr<model::SequenceClassifier> model;
    std::vector<std::string> labels;
    std::size_t max_length = 0;
    bool truncate_left = false;
    std::optional<Error> no_pairs; ///< why the model takes no pairs
    const task::Task* task = nullptr;

    void take_truncation(const fs::path& folder) {
        const format::Truncation truncation = truncation_of_model(folder);
        const std::int64_t positions = config.max_tokens();
        max_length = static_cast<std::size_t>(
            truncation.max_length > 0 ? std::min(truncation.max_length, positions) : positions);
        truncate_left = truncation.left;
    }
};

Predictor::Predictor(const fs::path& folder)
    : state_(new State{arch::read_model_config(folder),
                       data::Tokenizer::load(arch::tokenizer_folder(folder)),
                       {},
                       {},
                       0,
                       false,
                       {},
                       nullptr}) {
    plan::require_tables_fit(state_->config, state_->tokenizer, false, folder.string());
    try {
        plan::require_tables_fit(state_->config, state_->tokenizer, true, folder.string());
    } catch (const Error& error) {
        state_->no_pairs = error;
    }
    state_->take_truncation(folder);
    const format::ModelWeights weights = arch::open_weights(folder);
    const std::int64_t classes = classes_of(weights, state_->config, folder);
    state_->task = &task_of(state_->config, classes, folder);
    state_->labels = state_->config.labels;
    if (static_cast<std::int64_t>(state_->labels.size()) != classes) {
        state_->labels.clear();
        for (std::int64_t i = 0; i < classes; ++i)
            state_->labels.push_back(fmt::format("LABEL_{}", i));
    }
    state_->model = std::make_unique<model::SequenceClassifier>(
        state_->config, classes, model::placement_on(at::kCPU), state_->task->readout);
    const model::LoadReport report = state_->model->load(weights);
    if (!report.created.empty()) throw Error(ErrorId::weights_incomplete, {}, report.created.front());
}

Predictor::~Predictor() = default;

const std::vector<std::string>& Predictor::labels() const {
    return state_->labels;
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

/// Texts as a batch, with the ids that it points to.
struct Predictor::Encoded {
    std::vector<std::vector<std::int32_t>> ids;
    std::shared_ptr<const model::Batch> batch;
};

Predictor::Encoded Predictor::encode(std::span<const Text> texts) const {
    Encoded result;
    result.ids.resize(texts.size());
    std::vector<model::Sample> samples;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const bool has_pair = texts[i].pair.has_value();
        if (has_pair && state_->no_pairs) throw *state_->no_pairs;
        const std::size_t specials = state_->tokenizer.special_tokens(has_pair);
        std::size_t type_one = 0;
        state_->tokenizer.encode(texts[i].text, texts[i].pair.value_or(std::string()), has_pair,
                                 std::max(state_->max_length, specials), state_->truncate_left, result.ids[i],
                                 type_one);
        samples.push_back(
            {static_cast<std::uint32_t>(i), result.ids[i], static_cast<std::uint32_t>(type_one), -1});
    }
    result.batch = state_->model->batch(samples, false);
    return result;
}

std::vector<std::vector<float>> Predictor::predict(std::span<const Text> texts) const {
    if (texts.empty()) return {};
    const at::NoGradGuard no_gradients;
    const Encoded input = encode(texts);
    return answer_rows(state_->model->forward(input.batch, {}), *state_->task);
}

Predictor::Attribution Predictor::attribute(const Text& text, std::size_t of_class) const {
    const Encoded input = encode({&text, 1});
    const at::Tensor words = state_->model->word_embeddings(*input.batch).requires_grad_();
    const at::Tensor logits = state_->model->forward(input.batch, {}, words);
    Attribution result;
    result.probabilities = answer_rows(logits, *state_->task).at(0);
    const auto& p = result.probabilities;
    result.of_class = of_class < p.size()
                          ? of_class
                          : static_cast<std::size_t>(std::max_element(p.begin(), p.end()) - p.begin());
    const at::Tensor logit = logits.index({0, static_cast<std::int64_t>(result.of_class)});
    const at::Tensor gradient = torch::autograd::grad({logit}, {words}).at(0);
    const at::Tensor products =
        (gradient.to(at::kDouble) * words.detach().to(at::kDouble)).sum(1).contiguous();
    const double* values = products.const_data_ptr<double>();
    result.contributions.assign(values, values + products.numel());
    for (const std::int32_t id : input.ids[0])
        result.tokens.push_back(state_->tokenizer.token(id));
    return result;
}

} // namespace tunedesk::train
