// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/step/execution.h"

#include "train/step/trainable_model.h"

#include <utility>

namespace tunedesk::train {

std::shared_ptr<const model::Batch> Execution::batch(const Split& split,
                                                     const std::vector<std::uint32_t>& samples, double) {
    return trainable_.batch(split, samples, padded_);
}

void Execution::forward(MicroBatch& micro_batch, const Passes& work) {
    micro_batch.loss = work.forward(micro_batch.pass);
}

void Execution::backward(MicroBatch& micro_batch, const Passes& work) {
    work.before_backward();
    work.backward(std::exchange(micro_batch.loss, {}));
}

at::Tensor Execution::update(const std::function<at::Tensor()>& work) {
    return work();
}

} // namespace tunedesk::train
