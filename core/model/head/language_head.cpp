#include "model/block_parts.h"

#include "memory/torch_headers.h"

namespace tunedesk::model {

namespace {

using arch::Role;

/// One linear layer on every token's row, whose outputs are the logits of the vocabulary's words.
class LanguageHead : public Head {
public:
    LanguageHead(const BlockParameters& own, const Placement& placement)
        : operations_(*placement.operations), decoder_(own.linear(Role::classifier)) {}

    at::Tensor forward(const at::Tensor& rows_read, const std::shared_ptr<const Batch>& batch,
                       const Pass& pass) const override {
        return decoder_.forward(operations_, rows_read, RowView(batch, false), pass, at::kFloat, at::kFloat);
    }
    at::Tensor features(const at::Tensor& rows_read, const std::shared_ptr<const Batch>&,
                        const Pass&) const override {
        return rows_read;
    }
    const LinearLayer& output_layer() const override { return decoder_; }
    LinearLayer* linear(Role role) override { return role == Role::classifier ? &decoder_ : nullptr; }

private:
    const Operations& operations_;
    LinearLayer decoder_;
};

} // namespace

std::unique_ptr<Head> make_language_head(const arch::ModelSpec& spec, Parameters& parameters,
                                         const Placement& placement) {
    return std::make_unique<LanguageHead>(BlockParameters(spec.head, parameters), placement);
}

} // namespace tunedesk::model
