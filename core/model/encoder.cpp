#include "model/encoder.h"

#include "model/torch_headers.h"

#include "base/error.h"
#include "model/checkpointed.h"
#include "model/visited_block.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace tunedesk::model {

namespace {

using Init = Parameter::Init;
using format::ModelConfig;

/// The two architectures differ in names and in where they drop; this table is all of it.
struct Names {
    std::string prefix, layer, query, key, value, attention_out, attention_norm, up, down, output_norm;
};

Names names_of(const ModelConfig& config) {
    if (config.architecture == ModelConfig::Architecture::distilbert)
        return {"distilbert.",     "distilbert.transformer.layer.{}.",
                "attention.q_lin", "attention.k_lin",
                "attention.v_lin", "attention.out_lin",
                "sa_layer_norm",   "ffn.lin1",
                "ffn.lin2",        "output_layer_norm"};
    return {"bert.",
            "bert.encoder.layer.{}.",
            "attention.self.query",
            "attention.self.key",
            "attention.self.value",
            "attention.output.dense",
            "attention.output.LayerNorm",
            "intermediate.dense",
            "output.dense",
            "output.LayerNorm"};
}

kernel::Activation activation_of(const std::string& name) {
    if (name == "relu") return kernel::Activation::relu;
    return name == "gelu_new" ? kernel::Activation::gelu_tanh : kernel::Activation::gelu;
}

/// Dropout layers are numbered through the model: the embeddings, three a layer, the head.
kernel::Dropout dropout_at(const Pass& pass, std::int64_t site, double probability) {
    return {pass.seed, pass.step, static_cast<std::uint32_t>(site), pass.training ? probability : 0.0};
}

struct Linear {
    at::Tensor weight, bias;
    Linear() = default;
    Linear(Parameters& parameters, const std::string& name, std::int64_t out, std::int64_t in)
        : weight(parameters.add(name + ".weight", {out, in}, Init::normal, true)),
          bias(parameters.add(name + ".bias", {out}, Init::zeros, false)) {}
};

NormParameters norm(Parameters& parameters, const std::string& name, const ModelConfig& config) {
    return {parameters.add(name + ".weight", {config.hidden_size}, Init::ones, false),
            parameters.add(name + ".bias", {config.hidden_size}, Init::zeros, false), config.layer_norm_eps};
}

class Embeddings : public Block {
public:
    Embeddings(const ModelConfig& config, const std::string& prefix, Parameters& parameters,
               const Operations& operations)
        : operations_(operations), pad_id_(config.pad_token_id), dropout_(config.hidden_dropout) {
        const auto table = [&](const char* name, std::int64_t rows, Init init = Init::normal) {
            return parameters.add(prefix + "embeddings." + name + ".weight", {rows, config.hidden_size}, init,
                                  true);
        };
        word_ = table("word_embeddings", config.vocab_size);
        position_ = table("position_embeddings", config.max_position_embeddings,
                          config.sinusoidal_positions ? Init::sinusoidal : Init::normal);
        if (config.sinusoidal_positions) position_.set_requires_grad(false);
        if (config.type_vocab_size > 0) type_ = table("token_type_embeddings", config.type_vocab_size);
        norm_ = norm(parameters, prefix + "embeddings.LayerNorm", config);
    }

    at::Tensor forward(const at::Tensor& words, const std::shared_ptr<const Batch>& batch,
                       const Pass& pass) const override {
        const kernel::Dropout dropout = dropout_at(pass, 0, dropout_);
        if (!words.defined())
            return operations_.embed(batch, word_, position_, type_, norm_, dropout, pad_id_, pass.sparse);
        auto numbered = std::make_shared<Batch>(*batch); // each row is the only user of its table row
        std::iota(numbered->ids.begin(), numbered->ids.end(), 0);
        if (batch->tensors) {
            auto tensors = std::make_shared<BatchTensors>(*batch->tensors);
            tensors->ids = at::arange(batch->rows(), tensors->ids.options());
            numbered->tensors = tensors;
        }
        return operations_.embed(numbered, words, position_, type_, norm_, dropout, -1, false);
    }

private:
    const Operations& operations_;
    at::Tensor word_, position_, type_;
    NormParameters norm_;
    std::int64_t pad_id_;
    double dropout_;
};

class EncoderLayer : public Block {
public:
    EncoderLayer(const ModelConfig& config, const Names& names, std::int64_t index, Parameters& parameters,
                 const Placement& placement)
        : operations_(*placement.operations), compute_(placement.compute), first_site_(1 + 3 * index),
          heads_(static_cast<int>(config.num_attention_heads)),
          first_only_(index + 1 == config.num_hidden_layers), activation_(activation_of(config.hidden_act)),
          attention_dropout_(config.attention_dropout), hidden_dropout_(config.hidden_dropout),
          context_dropout_(config.architecture == ModelConfig::Architecture::bert ? config.hidden_dropout
                                                                                  : 0) {
        const std::string base = fmt::format(fmt::runtime(names.layer), index);
        const std::int64_t width = config.hidden_size;
        const auto stacked = [&](const char* part, std::int64_t columns, Init init, bool decays) {
            return parameters.add_stacked(
                {base + names.query + part, base + names.key + part, base + names.value + part}, width,
                columns, init, decays);
        };
        const auto weights = stacked(".weight", width, Init::normal, true);
        const auto biases = stacked(".bias", 0, Init::zeros, false);
        projections_ = {weights[0], biases[0], weights[1], weights[2],
                        weights[3], biases[1], biases[2],  biases[3]};
        context_ = Linear(parameters, base + names.attention_out, width, width);
        attention_norm_ = norm(parameters, base + names.attention_norm, config);
        up_ = Linear(parameters, base + names.up, config.intermediate_size, width);
        down_ = Linear(parameters, base + names.down, width, config.intermediate_size);
        output_norm_ = norm(parameters, base + names.output_norm, config);
    }

    at::Tensor forward(const at::Tensor& hidden, const std::shared_ptr<const Batch>& batch,
                       const Pass& pass) const override {
        const RowView view(batch, first_only_);
        const auto [context, residual] = operations_.self_attention(
            batch, hidden, projections_, heads_, dropout_at(pass, first_site_, attention_dropout_),
            first_only_, compute_);
        const at::Tensor attended = operations_.linear_residual_norm(
            view, context, context_.weight, context_.bias, residual, attention_norm_,
            dropout_at(pass, first_site_ + 1, context_dropout_), compute_);
        return operations_.feed_forward(view, attended, up_.weight, up_.bias, down_.weight, down_.bias,
                                        output_norm_, activation_,
                                        dropout_at(pass, first_site_ + 2, hidden_dropout_), compute_);
    }

private:
    const Operations& operations_;
    at::ScalarType compute_;
    std::int64_t first_site_;
    int heads_;
    bool first_only_;
    kernel::Activation activation_;
    double attention_dropout_, hidden_dropout_, context_dropout_;
    ProjectionParameters projections_;
    Linear context_, up_, down_;
    NormParameters attention_norm_, output_norm_;
};

constexpr const char* classifier_name = "classifier";

const char* head_dense_name(const ModelConfig& config) {
    return config.architecture == ModelConfig::Architecture::bert ? "bert.pooler.dense" : "pre_classifier";
}

/// BERT: tanh pooler, dropout, classifier. DistilBERT: dense with ReLU, dropout, classifier.
class ClassificationHead : public Block {
public:
    ClassificationHead(const ModelConfig& config, std::int64_t labels, Parameters& parameters,
                       const Operations& operations)
        : operations_(operations), site_(1 + 3 * config.num_hidden_layers),
          dropout_(config.classifier_dropout) {
        const Linear dense(parameters, head_dense_name(config), config.hidden_size, config.hidden_size);
        const Linear classifier(parameters, classifier_name, labels, config.hidden_size);
        layers_ = {dense.weight, dense.bias, classifier.weight, classifier.bias,
                   config.architecture == ModelConfig::Architecture::bert};
    }

    at::Tensor forward(const at::Tensor& first_rows, const std::shared_ptr<const Batch>& batch,
                       const Pass& pass) const override {
        return operations_.classify(RowView(batch, true), first_rows, layers_,
                                    dropout_at(pass, site_, dropout_));
    }

private:
    const Operations& operations_;
    std::int64_t site_;
    double dropout_;
    HeadParameters layers_;
};

} // namespace

SequenceClassifier::SequenceClassifier(const ModelConfig& config, std::int64_t labels,
                                       const Placement& placement)
    : config_(config), labels_(labels), placement_(placement),
      parameters_(placement.device, placement.params) {
    const Operations& operations = *placement.operations;
    const std::int64_t head_dim = config.hidden_size / config.num_attention_heads;
    if (head_dim > format::max_head_width) // of a configuration that no file gave
        throw Error(4333,
                    fmt::format("attention heads of {} columns are not supported: {} at most", head_dim,
                                format::max_head_width),
                    "num_attention_heads", "use a model with smaller heads");
    const Names names = names_of(config);
    const auto add = [&](std::unique_ptr<Block> block) {
        blocks_.push_back(std::move(block));
        block_ends_.push_back(parameters_.all().size());
    };
    add(std::make_unique<Embeddings>(config, names.prefix, parameters_, operations));
    parameters_.make_at_home(placement.layers_at_home);
    for (std::int64_t i = 0; i < config.num_hidden_layers; ++i)
        add(std::make_unique<EncoderLayer>(config, names, i, parameters_, placement));
    parameters_.make_at_home(false);
    head_ = std::make_unique<ClassificationHead>(config, labels, parameters_, operations);
}

std::shared_ptr<const Batch> SequenceClassifier::batch(std::span<const Sample> samples, bool padded) const {
    Batch batch = make_batch(samples, padded, static_cast<std::int32_t>(config_.pad_token_id));
    if (!placement_.operations->fused) add_tensors(batch, placement_.device);
    return std::make_shared<const Batch>(std::move(batch));
}

std::shared_ptr<const Batch> SequenceClassifier::batch(std::span<const Sample> samples, const Shape& shape,
                                                       double normaliser, const at::Tensor& memory,
                                                       std::int64_t longest) const {
    Batch batch = make_batch(samples, shape, static_cast<std::int32_t>(config_.pad_token_id), normaliser);
    if (!placement_.operations->fused) add_tensors(batch, memory, longest);
    return std::make_shared<const Batch>(std::move(batch));
}

at::Tensor SequenceClassifier::encode(const std::shared_ptr<const Batch>& batch, const Pass& pass,
                                      const at::Tensor& words) const {
    if (!pass.begun) placement_.operations->begin(pass, placement_.device, 0);
    at::Tensor hidden = words;
    const bool with_gradients = at::GradMode::is_enabled();
    for (std::size_t i = 0; i < blocks_.size();) {
        const bool trains = with_gradients && i >= first_trained_;
        if (trains && i > 0 && checkpointed_layers_ > 0) {
            const std::size_t count =
                std::min(static_cast<std::size_t>(checkpointed_layers_), blocks_.size() - i);
            hidden = checkpointed(std::span(blocks_).subspan(i, count), trained_of_blocks(i, i + count),
                                  hidden, batch, pass, placement_);
            i += count;
        } else {
            const at::AutoGradMode grad_mode(trains);
            hidden = blocks_[i++]->forward(hidden, batch, pass);
        }
    }
    if (visitor_ && !(with_gradients && first_trained_ < blocks_.size())) visitor_->after_forward();
    return hidden;
}

void SequenceClassifier::visit_blocks(BlockVisitor& visitor) {
    visitor_ = &visitor;
    for (std::size_t i = 0; i < blocks_.size(); ++i)
        blocks_[i] = std::make_unique<VisitedBlock>(std::move(blocks_[i]), i, visitor);
}

std::pair<std::size_t, std::size_t> SequenceClassifier::parameters_of_block(std::size_t block) const {
    return {block == 0 ? 0 : block_ends_[block - 1], block_ends_[block]};
}

std::vector<at::Tensor> SequenceClassifier::trained_of_blocks(std::size_t begin, std::size_t end) const {
    std::vector<at::Tensor> trained;
    for (std::size_t i = parameters_of_block(begin).first; i < block_ends_[end - 1]; ++i)
        if (const at::Tensor& value = parameters_.all()[i].value; value.requires_grad())
            trained.push_back(value);
    return trained;
}

at::Tensor SequenceClassifier::classify(const at::Tensor& first_rows,
                                        const std::shared_ptr<const Batch>& batch, const Pass& pass) const {
    if (!pass.begun) placement_.operations->begin(pass, placement_.device, 1);
    return head_->forward(first_rows, batch, pass);
}

at::Tensor SequenceClassifier::forward(const std::shared_ptr<const Batch>& batch, const Pass& pass,
                                       const at::Tensor& words) const {
    return classify(encode(batch, pass, words), batch, pass);
}

at::Tensor SequenceClassifier::word_embeddings(const Batch& batch) const {
    const std::string name = names_of(config_).prefix + "embeddings.word_embeddings.weight";
    const auto table = std::find_if(parameters_.all().begin(), parameters_.all().end(),
                                    [&](const Parameter& parameter) { return parameter.name == name; });
    return table->value.detach()
        .index_select(0, at::tensor(batch.ids).to(placement_.device, at::kLong))
        .to(at::kFloat);
}

void SequenceClassifier::initialise(std::uint64_t seed) {
    parameters_.initialise(seed, config_.initializer_range);
}

LoadReport SequenceClassifier::load(const format::ModelWeights& weights, bool new_head) {
    return parameters_.load(weights, names_of(config_).prefix, new_head ? classifier_name : "");
}

LoadReport SequenceClassifier::load_or_initialise(const format::ModelWeights& weights, std::uint64_t seed,
                                                  bool new_head) {
    LoadReport report = load(weights, new_head);
    for (const auto* names : {&report.created, &report.mismatched})
        parameters_.initialise(seed, config_.initializer_range, *names);
    return report;
}

std::string SequenceClassifier::dense_name() const {
    return head_dense_name(config_);
}

bool SequenceClassifier::in_encoder(const Parameter& parameter) const {
    return parameter.name.starts_with(names_of(config_).prefix) && !parameter.name.starts_with(dense_name());
}

void SequenceClassifier::train_only_last(std::int64_t layers) {
    first_trained_ = blocks_.size() - static_cast<std::size_t>(std::min(layers, config_.num_hidden_layers));
    const Names names = names_of(config_);
    for (Parameter& parameter : parameters_.all()) {
        bool trained = !in_encoder(parameter);
        for (std::size_t i = first_trained_; i < blocks_.size(); ++i)
            trained |= parameter.name.rfind(fmt::format(fmt::runtime(names.layer), i - 1), 0) == 0;
        parameter.value.set_requires_grad(trained);
    }
}

void SequenceClassifier::train_only_classifier() {
    first_trained_ = blocks_.size();
    for (Parameter& parameter : parameters_.all())
        parameter.value.set_requires_grad(parameter.name.starts_with(classifier_name));
}

void SequenceClassifier::standardise_dense(const at::Tensor& mean, const at::Tensor& deviation) {
    const at::NoGradGuard no_gradients;
    const bool bert = config_.architecture == ModelConfig::Architecture::bert;
    const at::Tensor scale = (bert ? 0.5 : 1.0) / deviation;
    parameters_.find(dense_name() + ".weight")->value.copy_(at::diag(scale));
    parameters_.find(dense_name() + ".bias")->value.copy_((bert ? 0.0 : 3.0) - mean * scale);
}

} // namespace tunedesk::model
