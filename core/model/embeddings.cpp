#include "model/aten/rounded_linear.h"
#include "model/block_parts.h"

#include "memory/torch_headers.h"

#include <numeric>

namespace tunedesk::model {

namespace {

using arch::Role;

class Embeddings : public Block {
public:
    Embeddings(const arch::ModelSpec& spec, const BlockParameters& own, const Placement& placement)
        : operations_(*placement.operations), compute_(placement.compute),
          small_operations_(placement.small_operations), word_(own.weight(Role::word)),
          position_(own.weight(Role::position)), type_(own.weight(Role::type)),
          norm_(own.norm(Role::embedding_norm, spec.norm_eps)), projection_(own.linear(Role::projection)),
          pad_id_(spec.pad_id), first_position_(spec.first_position), dropout_(spec.embedding_dropout) {}

    at::Tensor forward(const at::Tensor& words, const std::shared_ptr<const Batch>& batch,
                       const Pass& pass) const override {
        const at::Tensor rows = look_up(words, batch, pass);
        if (!projection_.weight.defined()) return rows;
        if (projection_.is_plain() && !small_operations_)
            return rounded_linear(rows, projection_.weight, projection_.bias, compute_).to(at::kFloat);
        return projection_.forward(operations_, rows, RowView(batch, false), pass, compute_, at::kFloat);
    }

    LinearLayer* linear(Role role) override {
        return role == Role::projection && projection_.weight.defined() ? &projection_ : nullptr;
    }

private:
    at::Tensor look_up(const at::Tensor& words, const std::shared_ptr<const Batch>& batch,
                       const Pass& pass) const {
        if (!words.defined()) return sum_and_norm(batch, word_, pad_id_, pass.sparse, pass);
        auto numbered = std::make_shared<Batch>(*batch); // each row is the only user of its table row
        std::iota(numbered->ids.begin(), numbered->ids.end(), 0);
        if (batch->tensors) {
            auto tensors = std::make_shared<BatchTensors>(*batch->tensors);
            tensors->ids = at::arange(batch->rows(), tensors->ids.options());
            numbered->tensors = tensors;
        }
        return sum_and_norm(numbered, words, -1, false, pass);
    }

    at::Tensor sum_and_norm(const std::shared_ptr<const Batch>& batch, const at::Tensor& word,
                            std::int64_t pad_id, bool sparse, const Pass& pass) const {
        const kernel::Dropout dropout = dropout_at(pass, 0, dropout_);
        const at::Tensor position =
            first_position_ == 0 ? position_
                                 : position_.narrow(0, first_position_, position_.size(0) - first_position_);
        if (!small_operations_)
            return operations_.embed(batch, word, position, type_, norm_, dropout, pad_id, sparse);
        const RowView view(batch, false);
        const at::Tensor sum = operations_.embedding(batch, word, position, type_, pad_id, sparse);
        return operations_.drop(view, operations_.norm(view, sum, norm_), dropout);
    }

    const Operations& operations_;
    at::ScalarType compute_;
    bool small_operations_;
    at::Tensor word_, position_, type_;
    NormParameters norm_;
    LinearLayer projection_;
    std::int64_t pad_id_, first_position_;
    double dropout_;
};

} // namespace

std::unique_ptr<Block> make_embeddings(const arch::ModelSpec& spec, Parameters& parameters,
                                       const Placement& placement) {
    return std::make_unique<Embeddings>(spec, BlockParameters(spec.embeddings, parameters), placement);
}

} // namespace tunedesk::model
