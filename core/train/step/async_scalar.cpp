// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/step/async_scalar.h"

#include "memory/torch_headers.h"

namespace tunedesk::train {

AsyncScalar::AsyncScalar(const at::Tensor& scalar) {
    const at::Tensor value = scalar.detach().to(at::kDouble);
    host_ = at::empty({}, at::TensorOptions(at::kDouble).pinned_memory(!value.is_cpu()));
    host_.copy_(value, /*non_blocking=*/true);
    if (value.is_cpu()) return;
    const c10::impl::VirtualGuardImpl guard(value.device().type());
    copied_.emplace(value.device().type());
    copied_->record(guard.getStream(value.device()));
}

double AsyncScalar::get() const {
    if (copied_) copied_->synchronize();
    return *host_.const_data_ptr<double>();
}

} // namespace tunedesk::train
