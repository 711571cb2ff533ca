#include "train/step/execution.h"

#include "train/step/learner.h"

namespace tunedesk::train {

std::shared_ptr<const model::Batch> Execution::batch(const Split& split,
                                                     const std::vector<std::uint32_t>& samples, double) {
    return learner_.batch(split, samples, padded_);
}

void Execution::passes(const std::shared_ptr<const model::Batch>&, const model::Pass& pass,
                       const Passes& work) {
    const at::Tensor loss = work.forward(pass);
    work.between();
    work.backward(loss);
}

at::Tensor Execution::update(const std::function<at::Tensor()>& work) {
    return work();
}

} // namespace tunedesk::train
