#include "model/encoder.h"

#include "memory/torch_headers.h"

#include "base/error.h"
#include "model/checkpointed.h"
#include "model/visited_block.h"

#include <algorithm>
#include <fmt/format.h>

namespace tunedesk::model {

namespace {

/// The name of a linear layer, without its weight's ending.
std::string layer_name(const arch::BlockSpec& block, arch::Role role) {
    const std::string& weight = block.find(role)->name;
    return weight.substr(0, weight.rfind('.'));
}

/// Leaves gradients to the parameters from this one on.
void train_from(Parameters& parameters, std::size_t first) {
    for (std::size_t i = 0; i < parameters.all().size(); ++i)
        parameters.all()[i].value.set_requires_grad(i >= first);
}

} // namespace

SequenceClassifier::SequenceClassifier(const arch::ModelConfig& config, std::int64_t labels,
                                       const Placement& placement)
    : config_(config), spec_(config.spec(labels)), labels_(labels), placement_(placement),
      parameters_(placement.device, placement.params) {
    const std::int64_t head_dim = config.hidden_size / config.num_attention_heads;
    if (head_dim > arch::max_head_width) // of a configuration that no file gave
        throw Error(ErrorId::heads_too_wide, {fmt::to_string(head_dim), fmt::to_string(arch::max_head_width)},
                    "num_attention_heads");
    const auto add = [&](std::unique_ptr<Block> block) {
        blocks_.push_back(std::move(block));
        block_ends_.push_back(parameters_.all().size());
    };
    add(make_embeddings(spec_, parameters_, placement));
    parameters_.make_at_home(placement.layers_at_home);
    for (std::size_t i = 0; i < spec_.layers.size(); ++i)
        add(make_layer(spec_, i, parameters_, placement));
    parameters_.make_at_home(false);
    head_ = make_head(spec_, parameters_, placement);
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
    const arch::ParameterSpec* spec = spec_.embeddings.find(arch::Role::word);
    const auto table = std::ranges::find(parameters_.all(), spec->name, &Parameter::name);
    return table->value.detach()
        .index_select(0, at::tensor(batch.ids).to(placement_.device, at::kLong))
        .to(at::kFloat);
}

void SequenceClassifier::initialise(std::uint64_t seed) {
    parameters_.initialise(seed, config_.initializer_range);
}

LoadReport SequenceClassifier::load(const format::ModelWeights& weights, bool new_head) {
    return parameters_.load(weights, spec_.prefix, layer_name(spec_.head, arch::Role::classifier), new_head);
}

LoadReport SequenceClassifier::load_or_initialise(const format::ModelWeights& weights, std::uint64_t seed,
                                                  bool new_head) {
    LoadReport report = load(weights, new_head);
    for (const auto* names : {&report.created, &report.mismatched})
        parameters_.initialise(seed, config_.initializer_range, *names);
    return report;
}

std::string SequenceClassifier::dense_name() const {
    return layer_name(spec_.head, arch::Role::dense);
}

bool SequenceClassifier::in_encoder(const Parameter& parameter) const {
    return static_cast<std::size_t>(&parameter - parameters_.all().data()) < block_ends_.back();
}

void SequenceClassifier::train_only_last(std::int64_t layers) {
    first_trained_ = blocks_.size() - static_cast<std::size_t>(std::min(layers, config_.num_hidden_layers));
    train_from(parameters_, block_ends_[first_trained_ - 1]); // the embeddings come before
}

void SequenceClassifier::train_only_classifier() {
    first_trained_ = blocks_.size();
    train_from(parameters_, block_ends_.back());
    for (const bool bias : {false, true})
        if (const arch::ParameterSpec* dense = spec_.head.find(arch::Role::dense, bias))
            parameters_.find(dense->name)->value.set_requires_grad(false);
}

void SequenceClassifier::standardise_dense(const at::Tensor& mean, const at::Tensor& deviation) {
    const at::NoGradGuard no_gradients;
    // Of tanh the part that is nearly straight; of others the part above what they cut off.
    const bool has_tanh = spec_.head_kind.activation == arch::Activation::tanh;
    const at::Tensor scale = (has_tanh ? 0.5 : 1.0) / deviation;
    parameters_.find(dense_name() + ".weight")->value.copy_(at::diag(scale));
    parameters_.find(dense_name() + ".bias")->value.copy_((has_tanh ? 0.0 : 3.0) - mean * scale);
}

} // namespace tunedesk::model
