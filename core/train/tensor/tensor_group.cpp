// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/tensor/tensor_group.h"

#include "memory/torch_headers.h"

namespace tunedesk::train {

namespace {

parallel::Purpose purpose_of(model::TensorSum of) {
    switch (of) {
    case model::TensorSum::products:
        return parallel::Purpose::slice_products;
    case model::TensorSum::gradients:
        return parallel::Purpose::slice_gradients;
    case model::TensorSum::losses:
        break;
    }
    return parallel::Purpose::slice_losses;
}

} // namespace

void TensorGroup::sum(at::Tensor& x, model::TensorSum of) const {
    ranks_.sum(x, purpose_of(of));
}

} // namespace tunedesk::train
