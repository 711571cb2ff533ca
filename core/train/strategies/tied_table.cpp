// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/strategies/tied_table.h"

#include "memory/torch_headers.h"

#include <algorithm>

namespace tunedesk::train {

namespace {

/// The word embeddings' table, where this stage has it.
at::Tensor table_of(const model::Network& network) {
    const std::string& name = network.spec().embeddings.find(arch::Role::word)->name;
    return std::ranges::find(network.parameters().all(), name, &model::Parameter::name)->value;
}

} // namespace

TiedTable::TiedTable(parallel::Group& stages, const model::Network& network) {
    const arch::StageLayers& stage = network.stage();
    if (!network.spec().tied_head || stage.is_whole()) return;
    if (stage.has_embeddings()) {
        table_ = table_of(network);
        other_.emplace(stages, stages.world().size - 1);
    } else if (stage.has_head()) {
        table_ = network.output_layer().weight;
        is_copy_ = true;
        other_.emplace(stages, 0);
    }
}

void TiedTable::refresh() {
    if (!table_.defined()) return;
    if (is_copy_) return other_->receive(table_.detach(), parallel::Purpose::tied_table);
    other_->send(table_, parallel::Purpose::tied_table);
    other_->settle();
}

void TiedTable::drop_gradient() {
    if (is_copy_) table_.mutable_grad().reset();
}

void TiedTable::send_gradient() {
    at::Tensor& gradient = table_.mutable_grad();
    if (!gradient.defined()) gradient = at::zeros_like(table_); // the step had no samples for this rank
    other_->send(gradient, parallel::Purpose::tied_gradient);
    other_->settle();
    gradient.reset();
}

at::Tensor TiedTable::with_gradient() {
    const at::Tensor gradient = at::empty_like(table_);
    other_->receive(gradient, parallel::Purpose::tied_gradient);
    return at::dot(table_.flatten(), gradient.flatten());
}

} // namespace tunedesk::train
