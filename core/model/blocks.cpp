#include "model/blocks.h"

#include "memory/torch_headers.h"
#include "model/rounded_linear.h"

#include <map>
#include <numeric>

namespace tunedesk::model {

namespace {

using arch::Role;

kernel::Activation kernel_of(arch::Activation activation) {
    if (activation == arch::Activation::relu) return kernel::Activation::relu;
    return activation == arch::Activation::gelu_tanh ? kernel::Activation::gelu_tanh
                                                     : kernel::Activation::gelu;
}

kernel::Dropout dropout_at(const Pass& pass, std::size_t site, double probability) {
    return {pass.seed, pass.step, static_cast<std::uint32_t>(site), pass.training ? probability : 0.0};
}

/// A block's parameters by what they are for. Those that it lacks are undefined.
class BlockParameters {
public:
    BlockParameters(const arch::BlockSpec& block, Parameters& parameters) {
        const std::span<const arch::ParameterSpec> all = block.parameters;
        for (std::size_t first = 0, last = 0; first < all.size(); first = last) {
            last = first + 1;
            while (last < all.size() && all[last].joined)
                ++last;
            const std::vector<at::Tensor> tensors = parameters.add_joined(all.subspan(first, last - first));
            joined_[{all[first].role, all[first].is_bias}] = tensors[0];
            for (std::size_t i = first; i < last; ++i)
                each_[{all[i].role, all[i].is_bias}] = tensors[i - first + 1];
        }
    }

    at::Tensor weight(Role role) const { return find(each_, role, false); }
    at::Tensor bias(Role role) const { return find(each_, role, true); }
    NormParameters norm(Role role, double eps) const { return {weight(role), bias(role), eps}; }
    ProjectionParameters projections() const {
        return {find(joined_, Role::query, false),
                find(joined_, Role::query, true),
                weight(Role::query),
                weight(Role::key),
                weight(Role::value),
                bias(Role::query),
                bias(Role::key),
                bias(Role::value)};
    }

private:
    using ByRole = std::map<std::pair<Role, bool>, at::Tensor>;
    static at::Tensor find(const ByRole& tensors, Role role, bool is_bias) {
        const auto found = tensors.find({role, is_bias});
        return found == tensors.end() ? at::Tensor() : found->second;
    }
    ByRole each_, joined_;
};

struct Linear {
    at::Tensor weight, bias;
    Linear(const BlockParameters& parameters, Role role)
        : weight(parameters.weight(role)), bias(parameters.bias(role)) {}
};

class Embeddings : public Block {
public:
    Embeddings(const arch::ModelSpec& spec, const BlockParameters& own, const Placement& placement)
        : operations_(*placement.operations), compute_(placement.compute), word_(own.weight(Role::word)),
          position_(own.weight(Role::position)), type_(own.weight(Role::type)),
          norm_(own.norm(Role::embedding_norm, spec.norm_eps)), projection_(own, Role::projection),
          pad_id_(spec.pad_id), first_position_(spec.first_position), dropout_(spec.embedding_dropout) {}

    at::Tensor forward(const at::Tensor& words, const std::shared_ptr<const Batch>& batch,
                       const Pass& pass) const override {
        const at::Tensor rows = look_up(words, batch, pass);
        if (!projection_.weight.defined()) return rows;
        return rounded_linear(rows, projection_.weight, projection_.bias, compute_).to(at::kFloat);
    }

private:
    at::Tensor look_up(const at::Tensor& words, const std::shared_ptr<const Batch>& batch,
                       const Pass& pass) const {
        const kernel::Dropout dropout = dropout_at(pass, 0, dropout_);
        const at::Tensor position =
            first_position_ == 0 ? position_
                                 : position_.narrow(0, first_position_, position_.size(0) - first_position_);
        if (!words.defined())
            return operations_.embed(batch, word_, position, type_, norm_, dropout, pad_id_, pass.sparse);
        auto numbered = std::make_shared<Batch>(*batch); // each row is the only user of its table row
        std::iota(numbered->ids.begin(), numbered->ids.end(), 0);
        if (batch->tensors) {
            auto tensors = std::make_shared<BatchTensors>(*batch->tensors);
            tensors->ids = at::arange(batch->rows(), tensors->ids.options());
            numbered->tensors = tensors;
        }
        return operations_.embed(numbered, words, position, type_, norm_, dropout, -1, false);
    }

    const Operations& operations_;
    at::ScalarType compute_;
    at::Tensor word_, position_, type_;
    NormParameters norm_;
    Linear projection_;
    std::int64_t pad_id_, first_position_;
    double dropout_;
};

class EncoderLayer : public Block {
public:
    EncoderLayer(const arch::ModelSpec& spec, std::size_t index, const BlockParameters& own,
                 const Placement& placement)
        : operations_(*placement.operations), compute_(placement.compute), first_site_(1 + 3 * index),
          kind_(spec.layer), first_only_(index + 1 == spec.layers.size()), projections_(own.projections()),
          context_(own, Role::attention_output), up_(own, Role::up), down_(own, Role::down),
          attention_norm_(own.norm(Role::attention_norm, spec.norm_eps)),
          output_norm_(own.norm(Role::output_norm, spec.norm_eps)) {}

    at::Tensor forward(const at::Tensor& hidden, const std::shared_ptr<const Batch>& batch,
                       const Pass& pass) const override {
        const RowView view(batch, first_only_);
        const auto [context, residual] = operations_.self_attention(
            batch, hidden, projections_, static_cast<int>(kind_.heads),
            dropout_at(pass, first_site_, kind_.attention_dropout), first_only_, compute_);
        const at::Tensor attended = operations_.linear_residual_norm(
            view, context, context_.weight, context_.bias, residual, attention_norm_,
            dropout_at(pass, first_site_ + 1, kind_.context_dropout), compute_);
        return operations_.feed_forward(view, attended, up_.weight, up_.bias, down_.weight, down_.bias,
                                        output_norm_, kernel_of(kind_.activation),
                                        dropout_at(pass, first_site_ + 2, kind_.output_dropout), compute_);
    }

private:
    const Operations& operations_;
    at::ScalarType compute_;
    std::size_t first_site_;
    arch::LayerKind kind_;
    bool first_only_;
    ProjectionParameters projections_;
    Linear context_, up_, down_;
    NormParameters attention_norm_, output_norm_;
};

class ClassificationHead : public Block {
public:
    ClassificationHead(const arch::ModelSpec& spec, const BlockParameters& own, const Placement& placement)
        : operations_(*placement.operations), site_(1 + 3 * spec.layers.size()),
          kind_(spec.head_kind), layers_{own.weight(Role::dense), own.bias(Role::dense),
                                         own.weight(Role::classifier), own.bias(Role::classifier),
                                         spec.head_kind.activation} {}

    at::Tensor forward(const at::Tensor& first_rows, const std::shared_ptr<const Batch>& batch,
                       const Pass& pass) const override {
        const RowView view(batch, true);
        const at::Tensor rows =
            kind_.drops_input ? operations_.drop(view, first_rows, dropout_at(pass, site_ + 1, kind_.dropout))
                              : first_rows;
        return operations_.classify(view, rows, layers_, dropout_at(pass, site_, kind_.dropout));
    }

private:
    const Operations& operations_;
    std::size_t site_;
    arch::HeadKind kind_;
    HeadParameters layers_;
};

} // namespace

std::unique_ptr<Block> make_embeddings(const arch::ModelSpec& spec, Parameters& parameters,
                                       const Placement& placement) {
    return std::make_unique<Embeddings>(spec, BlockParameters(spec.embeddings, parameters), placement);
}

std::unique_ptr<Block> make_layer(const arch::ModelSpec& spec, std::size_t index, Parameters& parameters,
                                  const Placement& placement) {
    return std::make_unique<EncoderLayer>(spec, index, BlockParameters(spec.layers[index], parameters),
                                          placement);
}

std::unique_ptr<Block> make_head(const arch::ModelSpec& spec, Parameters& parameters,
                                 const Placement& placement) {
    return std::make_unique<ClassificationHead>(spec, BlockParameters(spec.head, parameters), placement);
}

} // namespace tunedesk::model
