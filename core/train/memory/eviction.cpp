// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/memory/eviction.h"

#include "memory/torch_headers.h"

#include <set>

namespace tunedesk::train {

namespace {

/// All of a storage's bytes as a tensor.
at::Tensor bytes_of(const at::Storage& storage) {
    return at::empty({0}, at::TensorOptions(storage.device()).dtype(at::kByte))
        .set_(storage, 0, {static_cast<std::int64_t>(storage.nbytes())}, {1});
}

} // namespace

Eviction::Eviction(const std::vector<at::Tensor>& tensors) {
    const at::NoGradGuard no_gradients;
    std::set<const c10::StorageImpl*> seen; // parameters may share one
    for (const at::Tensor& tensor : tensors) {
        if (!tensor.defined() || !tensor.storage().data()) continue; // offloaded
        if (!seen.insert(tensor.storage().unsafeGetStorageImpl()).second) continue;
        const at::Storage storage = tensor.storage();
        at::Tensor host = bytes_of(storage).to(at::kCPU, at::kByte, /*non_blocking=*/false, /*copy=*/true);
        storage.set_data_ptr_noswap(at::DataPtr(nullptr, storage.device()));
        moved_.push_back({storage, std::move(host)});
    }
}

void Eviction::restore() {
    const at::NoGradGuard no_gradients;
    for (const Moved& moved : moved_) {
        const at::Tensor fresh =
            at::empty(moved.host.sizes(), moved.host.options().device(moved.storage.device()));
        fresh.copy_(moved.host);
        moved.storage.set_data_ptr_noswap(fresh.storage().set_data_ptr(at::DataPtr(nullptr, fresh.device())));
    }
    moved_.clear();
}

} // namespace tunedesk::train
