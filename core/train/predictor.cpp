#include "train/predictor.h"

#include "base/error.h"
#include "data/tokenizer.h"
#include "model/encoder.h"
#include "model/torch_headers.h"

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
};

Predictor::Predictor(const fs::path& folder)
    : state_(new State{format::read_model_config(folder), data::Tokenizer::load(folder), nullptr, {}}) {
    const format::ModelWeights weights = weights_with_head(folder);
    const std::int64_t classes = weights.info("classifier.weight").shape.at(0);
    state_->labels = state_->config.labels;
    if (static_cast<std::int64_t>(state_->labels.size()) != classes) {
        state_->labels.clear();
        for (std::int64_t i = 0; i < classes; ++i)
            state_->labels.push_back(fmt::format("LABEL_{}", i));
    }
    state_->model = std::make_unique<model::SequenceClassifier>(state_->config, classes);
    const model::LoadReport report = state_->model->load(weights);
    if (!report.created.empty())
        throw Error(4334, "the model folder lacks weights", report.created.front(),
                    "use a folder that a run has left");
}

Predictor::~Predictor() = default;

const std::vector<std::string>& Predictor::labels() const {
    return state_->labels;
}

std::vector<std::vector<float>> Predictor::predict(std::span<const Text> texts) const {
    if (texts.empty()) return {};
    const at::NoGradGuard no_gradients;
    const auto max_length = static_cast<std::size_t>(state_->config.max_position_embeddings);
    std::vector<std::vector<std::int32_t>> ids(texts.size());
    std::vector<model::Sample> samples;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        std::size_t type_one = 0;
        state_->tokenizer.encode(texts[i].text, texts[i].pair, !texts[i].pair.empty(), max_length, false,
                                 ids[i], type_one);
        samples.push_back({static_cast<std::uint32_t>(i), ids[i], static_cast<std::uint32_t>(type_one), -1});
    }
    const auto batch = std::make_shared<const model::Batch>(
        model::make_batch(samples, false, static_cast<std::int32_t>(state_->config.pad_token_id)));
    const at::Tensor probabilities = at::softmax(state_->model->forward(batch, {}), 1).contiguous();
    const auto classes = static_cast<std::size_t>(probabilities.size(1));
    const float* values = probabilities.const_data_ptr<float>();
    std::vector<std::vector<float>> rows;
    for (std::size_t i = 0; i < texts.size(); ++i)
        rows.emplace_back(values + i * classes, values + (i + 1) * classes);
    return rows;
}

} // namespace tunedesk::train
