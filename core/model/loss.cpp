#include "model/loss.h"

#include "model/torch_headers.h"

namespace tunedesk::model {

LossParts cross_entropy(const at::Tensor& logits, const at::Tensor& labels, const at::Tensor& class_weights,
                        double label_smoothing, double normaliser) {
    const at::Tensor log_probabilities = at::log_softmax(logits, 1);
    const at::Tensor nll = -log_probabilities.gather(1, labels.unsqueeze(1)).squeeze(1);
    at::Tensor weighted = class_weights.defined() ? nll * class_weights.index_select(0, labels) : nll;
    if (label_smoothing > 0) {
        const at::Tensor spread =
            class_weights.defined() ? -(log_probabilities * class_weights).sum(1) : -log_probabilities.sum(1);
        const double share = label_smoothing / static_cast<double>(logits.size(1));
        weighted = weighted * (1 - label_smoothing) + spread * share;
    }
    return {weighted.sum() / normaliser, nll.detach(), (logits.detach().argmax(1) == labels).sum()};
}

} // namespace tunedesk::model
