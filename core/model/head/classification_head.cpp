// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/layers/block_parts.h"

#include "memory/torch_headers.h"

namespace tunedesk::model {

namespace {

using arch::Role;

class ClassificationHead : public Head {
public:
    ClassificationHead(const arch::ModelSpec& spec, const BlockParameters& own, const Placement& placement)
        : operations_(*placement.operations), small_operations_(placement.small_operations),
          site_(1 + 3 * spec.layers.size()), kind_(spec.head_kind), dense_(own.linear(Role::dense)),
          classifier_(own.linear(Role::classifier)) {}

    at::Tensor forward(const at::Tensor& rows_read, const std::shared_ptr<const Batch>& batch,
                       const Pass& pass) const override {
        const RowView view(batch, /*first_only=*/true);
        if (!small_operations_ && dense_.is_plain() && classifier_.is_plain())
            return operations_.classify(
                view, input(view, rows_read, pass),
                {dense_.weight, dense_.bias, classifier_.weight, classifier_.bias, kind_.activation},
                dropout_at(pass, site_, kind_.dropout));
        return linear(classifier_, features_of(view, rows_read, pass), view, pass);
    }

    at::Tensor features(const at::Tensor& rows_read, const std::shared_ptr<const Batch>& batch,
                        const Pass& pass) const override {
        return features_of(RowView(batch, /*first_only=*/true), rows_read, pass);
    }
    const LinearLayer& output_layer() const override { return classifier_; }

    LinearLayer* linear(Role role) override {
        return role == Role::dense ? &dense_ : role == Role::classifier ? &classifier_ : nullptr;
    }

private:
    at::Tensor input(const RowView& view, const at::Tensor& rows, const Pass& pass) const {
        return kind_.drops_input ? operations_.drop(view, rows, dropout_at(pass, site_ + 1, kind_.dropout))
                                 : rows;
    }
    at::Tensor linear(const LinearLayer& layer, const at::Tensor& x, const RowView& view,
                      const Pass& pass) const {
        return layer.forward(operations_, x, view, pass, at::kFloat, at::kFloat);
    }
    at::Tensor features_of(const RowView& view, const at::Tensor& rows, const Pass& pass) const {
        const at::Tensor dense = linear(dense_, input(view, rows, pass), view, pass);
        return operations_.drop(view, operations_.activation(dense, kind_.activation),
                                dropout_at(pass, site_, kind_.dropout));
    }

    const Operations& operations_;
    bool small_operations_;
    std::size_t site_;
    arch::HeadKind kind_;
    LinearLayer dense_, classifier_;
};

} // namespace

std::unique_ptr<Head> make_classification_head(const arch::ModelSpec& spec, Parameters& parameters,
                                               const Placement& placement) {
    return std::make_unique<ClassificationHead>(
        spec, BlockParameters(spec, spec.layers.size() + 1, parameters, placement.tensor), placement);
}

std::unique_ptr<Head> make_head(const arch::ModelSpec& spec, Parameters& parameters,
                                const Placement& placement) {
    if (spec.head.parameters.empty()) return make_no_head();
    const bool classifies = spec.head.find(Role::dense) != nullptr;
    return (classifies ? make_classification_head : make_linear_head)(spec, parameters, placement);
}

} // namespace tunedesk::model
