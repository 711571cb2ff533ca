// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/step/stage_link.h"

#include "base/clock.h"
#include "memory/torch_headers.h"

namespace tunedesk::train {

namespace {

/// The most unacknowledged messages that a rank sends ahead of their receiver.
constexpr std::size_t most_ahead = 2;

} // namespace

StageLink::StageLink(const parallel::MeshGroups& groups, std::int64_t width)
    : stages_(groups.along(parallel::Axis::stage)), width_(width) {
    if (stage() > 0) before_.emplace(stages_, stage() - 1);
    if (!is_last()) after_.emplace(stages_, stage() + 1);
}

void StageLink::receive(parallel::PeerLink& from, const at::Tensor& into, parallel::Purpose purpose) {
    const double start = monotonic_seconds();
    from.receive(into, purpose);
    clock_.waited(monotonic_seconds() - start);
}

at::Tensor StageLink::receive(const model::Batch& batch, bool has_gradient) {
    if (!before_) return {};
    at::Tensor rows = at::empty({batch.rows(), width_}, at::kFloat);
    receive(*before_, rows, parallel::Purpose::stage_rows);
    if (!has_gradient) return rows;
    rows.set_requires_grad(true);
    rows.register_hook([this](const at::Tensor& gradient) {
        before_->send(gradient, parallel::Purpose::stage_gradient);
        before_->settle(most_ahead);
    });
    return rows;
}

void StageLink::send(const at::Tensor& rows) {
    after_->send(rows, parallel::Purpose::stage_rows);
    if (rows.requires_grad())
        ++in_flight_;
    else
        after_->settle(most_ahead);
}

at::Tensor StageLink::with_gradient(const at::Tensor& rows) {
    const at::Tensor gradient = at::empty(rows.sizes(), rows.options().requires_grad(false));
    receive(*after_, gradient, parallel::Purpose::stage_gradient);
    after_->settle(--in_flight_); // the rows of this micro-batch have arrived before
    return at::dot(rows.flatten(), gradient.flatten());
}

void StageLink::finish() {
    in_flight_ = 0;
    if (before_) before_->settle();
    if (after_) after_->settle();
}

} // namespace tunedesk::train
