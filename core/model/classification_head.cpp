#include "model/block_parts.h"

#include "memory/torch_headers.h"

namespace tunedesk::model {

namespace {

using arch::Role;

class ClassificationHead : public Block {
public:
    ClassificationHead(const arch::ModelSpec& spec, const BlockParameters& own, const Placement& placement)
        : operations_(*placement.operations), small_operations_(placement.small_operations),
          site_(1 + 3 * spec.layers.size()), kind_(spec.head_kind),
          every_(spec.readout == task::Readout::every), dense_(own.linear(Role::dense)),
          classifier_(own.linear(Role::classifier)) {}

    at::Tensor forward(const at::Tensor& rows_read, const std::shared_ptr<const Batch>& batch,
                       const Pass& pass) const override {
        const RowView view(batch, !every_);
        const at::Tensor rows =
            kind_.drops_input ? operations_.drop(view, rows_read, dropout_at(pass, site_ + 1, kind_.dropout))
                              : rows_read;
        const kernel::Dropout dropout = dropout_at(pass, site_, kind_.dropout);
        if (!small_operations_ && dense_.is_plain() && classifier_.is_plain())
            return operations_.classify(
                view, rows,
                {dense_.weight, dense_.bias, classifier_.weight, classifier_.bias, kind_.activation},
                dropout);
        const auto linear = [&](const LinearLayer& layer, const at::Tensor& x) {
            return layer.forward(operations_, x, view, pass, at::kFloat, at::kFloat);
        };
        const at::Tensor dense = operations_.activation(linear(dense_, rows), kind_.activation);
        return linear(classifier_, operations_.drop(view, dense, dropout));
    }

    LinearLayer* linear(Role role) override {
        return role == Role::dense ? &dense_ : role == Role::classifier ? &classifier_ : nullptr;
    }

private:
    const Operations& operations_;
    bool small_operations_;
    std::size_t site_;
    arch::HeadKind kind_;
    bool every_; ///< each token has outputs, not each sequence
    LinearLayer dense_, classifier_;
};

} // namespace

std::unique_ptr<Block> make_head(const arch::ModelSpec& spec, Parameters& parameters,
                                 const Placement& placement) {
    return std::make_unique<ClassificationHead>(spec, BlockParameters(spec.head, parameters), placement);
}

} // namespace tunedesk::model
