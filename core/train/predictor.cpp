#include "train/predictor.h"

#include "base/error.h"
#include "data/tokenizer.h"
#include "model/encoder.h"
#include "model/torch_headers.h"

#include <torch/csrc/autograd/autograd.h>

#include <algorithm>
#include <fmt/format.h>

namespace tunedesk::train {

namespace {

format::ModelWeights weights_with_head(const fs::path& folder) {
    format::ModelWeights weights(folder);
    if (!weights.contains("classifier.weight"))
        throw Error(4334, "the model has no classification head: it was not fine-tuned yet", folder.string(),
                    "fine-tune it with tunedesk run, then predict with RUN/best");
    return weights;
}

} // namespace

struct Predictor::State {
    format::ModelConfig config;
    data::Tokenizer tokenizer;
    std::unique_ptr<model::SequenceClassifier> model;
    std::vector<std::string> labels;
    bool truncate_left = false;
};

Predictor::Predictor(const fs::path& folder)
    : state_(new State{format::read_model_config(folder),
                       data::Tokenizer::load(folder),
                       nullptr,
                       {},
                       format::truncates_left(folder)}) {
    const format::ModelWeights weights = weights_with_head(folder);
    const std::int64_t classes = weights.info("classifier.weight").shape.at(0);
    state_->labels = state_->config.labels;
    if (static_cast<std::int64_t>(state_->labels.size()) != classes) {
        state_->labels.clear();
        for (std::int64_t i = 0; i < classes; ++i)
            state_->labels.push_back(fmt::format("LABEL_{}", i));
    }
    state_->model =
        std::make_unique<model::SequenceClassifier>(state_->config, classes, model::placement_on(at::kCPU));
    const model::LoadReport report = state_->model->load(weights);
    if (!report.created.empty())
        throw Error(4334, "the model folder lacks weights", report.created.front(),
                    "use a folder that a run has left");
}

Predictor::~Predictor() = default;

const std::vector<std::string>& Predictor::labels() const {
    return state_->labels;
}

namespace {

/// Texts as a batch, with the ids that it points to.
struct Encoded {
    std::vector<std::vector<std::int32_t>> ids;
    std::shared_ptr<const model::Batch> batch;
};

Encoded encoded(std::span<const Predictor::Text> texts, const data::Tokenizer& tokenizer, bool truncate_left,
                const model::SequenceClassifier& classifier) {
    const auto max_length = static_cast<std::size_t>(classifier.config().max_position_embeddings);
    Encoded result;
    result.ids.resize(texts.size());
    std::vector<model::Sample> samples;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        std::size_t type_one = 0;
        tokenizer.encode(texts[i].text, texts[i].pair, !texts[i].pair.empty(), max_length, truncate_left,
                         result.ids[i], type_one);
        samples.push_back(
            {static_cast<std::uint32_t>(i), result.ids[i], static_cast<std::uint32_t>(type_one), -1});
    }
    result.batch = classifier.batch(samples, false);
    return result;
}

std::vector<std::vector<float>> probability_rows(const at::Tensor& logits) {
    const at::Tensor probabilities = at::softmax(logits.detach(), 1).contiguous();
    const std::int64_t classes = probabilities.size(1);
    const float* values = probabilities.const_data_ptr<float>();
    std::vector<std::vector<float>> rows;
    for (std::int64_t i = 0; i < probabilities.size(0); ++i)
        rows.emplace_back(values + i * classes, values + (i + 1) * classes);
    return rows;
}

} // namespace

std::vector<std::vector<float>> Predictor::predict(std::span<const Text> texts) const {
    if (texts.empty()) return {};
    const at::NoGradGuard no_gradients;
    const Encoded input = encoded(texts, state_->tokenizer, state_->truncate_left, *state_->model);
    return probability_rows(state_->model->forward(input.batch, {}));
}

Predictor::Attribution Predictor::attribute(const Text& text, std::size_t of_class) const {
    const Encoded input = encoded({&text, 1}, state_->tokenizer, state_->truncate_left, *state_->model);
    const at::Tensor words = state_->model->word_embeddings(*input.batch).requires_grad_();
    const at::Tensor logits = state_->model->forward(input.batch, {}, words);
    Attribution result;
    result.probabilities = probability_rows(logits).at(0);
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
