// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/strategies/replicated.h"

#include "memory/torch_headers.h"
#include "train/strategies/copies.h"

namespace tunedesk::train {

namespace {

/// The trained tables of which a step uses some rows alone, where the optimizer takes them so.
std::vector<at::Tensor> tables_of(const model::Parameters& parameters, const Optimizer& optimizer) {
    std::vector<at::Tensor> tables;
    if (!optimizer.takes_sparse()) return tables;
    for (const model::Parameter& parameter : parameters.all())
        if (parameter.name.ends_with("word_embeddings.weight") && parameter.value.requires_grad())
            tables.push_back(parameter.value);
    return tables;
}

} // namespace

Replicated::Replicated(parallel::Group& data, model::Parameters& parameters, Optimizer& optimizer,
                       double bucket_mb, BlockResidency* residency)
    : data_(data), parameters_(parameters), optimizer_(optimizer), residency_(residency),
      reducer_(data, parameters.trained(), bucket_mb, tables_of(parameters, optimizer)) {}

void Replicated::begin_pass(const parallel::Action& action) {
    if (residency_) residency_->begin_micro_batch(action);
}

/// The sums are complete: backward() has waited for them at the last micro-batch.
void Replicated::finish_gradients() {
    if (residency_) residency_->end_passes();
}

Strategy::StatePiece Replicated::whole(const std::string& name, const at::Tensor& values) const {
    const std::vector<std::int64_t> shape = values.sizes().vec();
    return {format::Piece::whole(name, shape), shape, values, data_.world().leads()};
}

std::vector<Strategy::StatePiece> Replicated::weights() const {
    std::vector<StatePiece> all;
    for_each_parameter(
        [&](const std::string& name, const at::Tensor& value) { all.push_back(whole(name, value)); });
    return all;
}

std::vector<Strategy::StatePiece> Replicated::optimizer_state() const {
    std::vector<StatePiece> all;
    for (const Optimizer::State& state : optimizer_.states())
        all.push_back(whole(state.name, state.value.detach()));
    return all;
}

void Replicated::for_each_parameter(
    const std::function<void(const std::string&, const at::Tensor&)>& visit) const {
    parameters_.settle();
    for (const model::Parameter& parameter : parameters_.all())
        if (parameter.is_saved) visit(parameter.name, parameter.at_rest());
}

std::string Replicated::match_copies() {
    if (data_.world().size == 1) return {};
    std::vector<at::Tensor> tensors;
    for (const StatePiece& piece : weights())
        tensors.push_back(piece.values);
    for (const StatePiece& piece : optimizer_state())
        tensors.push_back(piece.values);
    return train::match_copies(tensors, data_);
}

} // namespace tunedesk::train
