// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/aten/rounded_linear.h"
#include "model/layers/block_parts.h"

#include "memory/torch_headers.h"

#include "model/sinusoids.h"
#include "model/tensor/tensor_ranks.h"

#include <numeric>

namespace tunedesk::model {

namespace {

using arch::Role;

/// [rows, width]
at::Tensor sinusoids(std::int64_t rows, std::int64_t width, at::Device device) {
    at::Tensor table = at::empty({rows, width}, at::kFloat);
    auto* values = table.mutable_data_ptr<float>();
    for (std::int64_t row = 0; row < rows; ++row)
        for (std::int64_t column = 0; column < width; ++column)
            *values++ = static_cast<float>(sinusoid(row, column, width));
    return table.to(device);
}

/// The position of each row in its sequence, on the device.
at::Tensor places_of(const Batch& batch, at::Device device) {
    if (batch.tensors) return batch.tensors->position;
    const std::vector<std::int32_t> places(batch.position.begin(), batch.position.end());
    return at::tensor(at::ArrayRef<std::int32_t>(places)).to(device);
}

class Embeddings : public Block {
public:
    Embeddings(const arch::ModelSpec& spec, const BlockParameters& own, const Placement& placement)
        : operations_(*placement.operations), compute_(placement.compute),
          small_operations_(placement.small_operations), word_(own.weight(Role::word)),
          position_(own.weight(Role::position)), type_(own.weight(Role::type)),
          norm_(own.norm(Role::embedding_norm, spec.norm_eps)), projection_(own.linear(Role::projection)),
          pad_id_(spec.pad_id), first_position_(spec.first_position), dropout_(spec.embedding_dropout),
          scale_(spec.embedding_scale), drops_before_norm_(spec.drops_before_norm),
          may_be_sparse_(!spec.tied_head), ranks_(placement.tensor) {
        if (ranks_) first_word_ = spec.embeddings.find(Role::word)->part.boxes.front().offset[0];
        if (spec.computed_positions > 0)
            computed_ = sinusoids(spec.computed_positions, spec.layer.width, placement.device);
    }

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
    at::Tensor look_up(const at::Tensor& given, const std::shared_ptr<const Batch>& batch,
                       const Pass& pass) const {
        const bool sparse = pass.sparse && may_be_sparse_;
        const at::Tensor words = given.defined() || !ranks_ ? given : words_of_slices(*batch, sparse);
        if (!words.defined()) return sum_and_norm(batch, word_, pad_id_, sparse, pass);
        auto numbered = std::make_shared<Batch>(*batch); // each table row is used by exactly one row
        std::iota(numbered->ids.begin(), numbered->ids.end(), 0);
        if (batch->tensors) {
            auto tensors = std::make_shared<BatchTensors>(*batch->tensors);
            tensors->ids = at::arange(batch->rows(), tensors->ids.options());
            numbered->tensors = tensors;
        }
        return sum_and_norm(numbered, words, -1, false, pass);
    }

    /// The word embedding of each row, from a table whose rows are divided among ranks: zeros for rows of
    /// other ranks, then summed.
    at::Tensor words_of_slices(const Batch& batch, bool sparse) const {
        auto own = std::make_shared<Batch>(batch); // rows of other ranks look up the first row of this part
        const auto count = static_cast<std::int32_t>(word_.size(0)),
                   first = static_cast<std::int32_t>(first_word_);
        std::vector<float> is_own;
        for (std::int32_t& id : own->ids) {
            const std::int32_t row = id - first;
            is_own.push_back(row >= 0 && row < count ? 1.0f : 0.0f);
            id = is_own.back() > 0 ? row : 0;
        }
        if (batch.tensors) {
            auto tensors = std::make_shared<BatchTensors>(*batch.tensors);
            tensors->ids = at::tensor(at::ArrayRef<std::int32_t>(own->ids)).to(word_.device());
            own->tensors = tensors;
        }
        const std::int64_t pad = pad_id_ - first_word_; // outside of the table if another rank has it
        const at::Tensor rows =
            operations_.embedding(own, word_, {}, {}, pad >= 0 && pad < count ? pad : -1, sparse);
        return sum_of_slices(ranks_,
                             rows * at::tensor(at::ArrayRef<float>(is_own)).to(word_.device()).unsqueeze(1));
    }

    at::Tensor sum_and_norm(const std::shared_ptr<const Batch>& batch, const at::Tensor& word,
                            std::int64_t pad_id, bool sparse, const Pass& pass) const {
        const kernel::Dropout dropout = dropout_at(pass, 0, dropout_);
        if (computed_.defined()) return scaled_sum(batch, word, pad_id, sparse, dropout);
        const at::Tensor position =
            first_position_ == 0 ? position_
                                 : position_.narrow(0, first_position_, position_.size(0) - first_position_);
        const bool drops_first = drops_before_norm_ && dropout.threshold() > 0;
        if (!small_operations_ && norm_.gamma.defined() && !drops_first)
            return operations_.embed(batch, word, position, type_, norm_, dropout, pad_id, sparse);
        const RowView view(batch, false);
        const at::Tensor sum = operations_.embedding(batch, word, position, type_, pad_id, sparse);
        if (drops_first) return operations_.norm(view, operations_.drop(view, sum, dropout), norm_);
        const at::Tensor rows = norm_.gamma.defined() ? operations_.norm(view, sum, norm_) : sum;
        return operations_.drop(view, rows, dropout);
    }

    /// dropout(scale * word[id] + sinusoids)
    at::Tensor scaled_sum(const std::shared_ptr<const Batch>& batch, const at::Tensor& word,
                          std::int64_t pad_id, bool sparse, const kernel::Dropout& dropout) const {
        const at::Tensor words = operations_.embedding(batch, word, {}, {}, pad_id, sparse),
                         places = computed_.index_select(0, places_of(*batch, computed_.device()));
        return operations_.drop(RowView(batch, false), words * scale_ + places, dropout);
    }

    const Operations& operations_;
    at::ScalarType compute_;
    bool small_operations_;
    at::Tensor word_, position_, type_;
    NormParameters norm_;
    LinearLayer projection_;
    std::int64_t pad_id_, first_position_;
    double dropout_, scale_;
    bool drops_before_norm_;
    bool may_be_sparse_;  ///< the table's gradient may be sparse: not if the head adds to it
    at::Tensor computed_; ///< [positions, width]: a table that is not a parameter; or undefined
    const TensorRanks* ranks_;
    std::int64_t first_word_ = 0; ///< first row of this rank's part of the table
};

class NoEmbeddings : public Block {
public:
    at::Tensor forward(const at::Tensor& hidden, const std::shared_ptr<const Batch>&,
                       const Pass&) const override {
        return hidden;
    }
    LinearLayer* linear(Role) override { return nullptr; }
};

} // namespace

std::unique_ptr<Block> make_no_embeddings() {
    return std::make_unique<NoEmbeddings>();
}

std::unique_ptr<Block> make_embeddings(const arch::ModelSpec& spec, Parameters& parameters,
                                       const Placement& placement) {
    return std::make_unique<Embeddings>(spec, BlockParameters(spec, 0, parameters, placement.tensor),
                                        placement);
}

} // namespace tunedesk::model
