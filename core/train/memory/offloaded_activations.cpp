// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/memory/offloaded_activations.h"

#include "memory/torch_headers.h"
#include "plan/constants.h"
#include "train/step/trainable_model.h"

#include <torch/csrc/autograd/engine.h>
#include <torch/csrc/autograd/saved_variable_hooks.h>

namespace tunedesk::train {

/// A saved tensor in host memory.
struct OffloadedActivations::Kept {
    explicit Kept(const c10::Storage& of) : storage(of.getWeakStorageImpl()) {}

    c10::weak_intrusive_ptr<c10::StorageImpl> storage; ///< that it was in
    std::int64_t version = 0, offset = 0;
    std::vector<std::int64_t> sizes, strides;
    std::size_t place = 0;      ///< in the order
    bool dense = false;         ///< `host` and `on_device` are in memory order, else row-major
    at::Tensor host, on_device; ///< `on_device` once it is fetched
    at::TensorOptions options;
    HostLink::Copy put = 0, fetch = 0;

    bool is(const at::Tensor& tensor) const {
        return !storage.expired() && version == static_cast<std::int64_t>(tensor._version()) &&
               offset == tensor.storage_offset() && tensor.sizes() == sizes && tensor.strides() == strides;
    }
};

/// The hooks of one tensor that an operation saves.
struct OffloadedActivations::Hooks : torch::autograd::SavedVariableHooks {
    explicit Hooks(OffloadedActivations& all) : owner(all) {}
    void call_pack_hook(const at::Tensor& tensor) override {
        if (owner.is_offloaded(tensor))
            kept = owner.keep(tensor);
        else
            stays = tensor.detach();
    }
    at::Tensor call_unpack_hook() override { return kept ? owner.fetch(*kept) : stays; }

    OffloadedActivations& owner;
    std::shared_ptr<Kept> kept;
    at::Tensor stays;
};

/// LibTorch's engine, which provides hooks whenever a tensor is saved for the backward pass.
struct OffloadedActivations::Engine : torch::autograd::Engine {
    std::unique_ptr<torch::autograd::SavedVariableHooks> get_default_saved_variable_hooks() override {
        return active_ ? std::make_unique<Hooks>(*active_) : nullptr;
    }
    static torch::autograd::Engine& instance() {
        static Engine* const engine =
            new Engine; // its threads run until the process ends, as those of LibTorch's
        return *engine;
    }
    /// For the whole process: LibTorch starts a device's threads once, for the engine that needs them first,
    /// and any other fails at its first backward pass there.
    inline static const bool installed = [] {
        torch::autograd::set_default_engine_stub(instance);
        return true;
    }();
};

OffloadedActivations* OffloadedActivations::active_ = nullptr;

OffloadedActivations::OffloadedActivations(const TrainableModel& trainable, bool padded,
                                           std::shared_ptr<HostLink> link, std::size_t least_bytes)
    : Execution(trainable, padded), link_(std::move(link)), least_bytes_(least_bytes) {}

OffloadedActivations::~OffloadedActivations() {
    active_ = nullptr;
}

/// While it lives, LibTorch's engine gets its hooks from `one`.
struct OffloadedActivations::Active {
    explicit Active(OffloadedActivations* one) { active_ = one; }
    ~Active() { active_ = nullptr; }
    Active(const Active&) = delete;
    Active& operator=(const Active&) = delete;
};

void OffloadedActivations::forward(MicroBatch& micro_batch, const Passes& work) {
    const Active active(this);
    if (in_flight_++ == 0) {
        order_.clear();
        of_storage_.clear();
    }
    Execution::forward(micro_batch, work);
}

void OffloadedActivations::backward(MicroBatch& micro_batch, const Passes& work) {
    const Active active(this); // checkpointed blocks run forward again
    Execution::backward(micro_batch, work);
    --in_flight_;
}

/// Whether a tensor is offloaded. Parameters are on the device anyway.
bool OffloadedActivations::is_offloaded(const at::Tensor& tensor) const {
    if (tensor.device().type() != trainable_.model().placement().device.type() ||
        tensor.nbytes() < least_bytes_ || (tensor.is_leaf() && tensor.requires_grad()))
        return false;
    for (const model::Parameter& parameter : trainable_.model().parameters().all())
        if (parameter.value.is_alias_of(tensor)) return false;
    return true;
}

std::shared_ptr<OffloadedActivations::Kept> OffloadedActivations::keep(const at::Tensor& tensor) {
    const std::lock_guard lock(mutex_);
    const at::NoGradGuard no_gradients;
    const c10::Storage& storage = tensor.storage();
    auto& same_storage = of_storage_[storage.unsafeGetStorageImpl()];
    for (const std::weak_ptr<Kept>& one : same_storage)
        if (const std::shared_ptr<Kept> kept = one.lock(); kept && kept->is(tensor)) return kept;
    auto kept = std::make_shared<Kept>(storage);
    kept->version = static_cast<std::int64_t>(tensor._version());
    kept->offset = tensor.storage_offset();
    kept->sizes = tensor.sizes().vec();
    kept->strides = tensor.strides().vec();
    kept->options = tensor.options();
    kept->place = order_.size();
    // Strides select the kernel of a product: a dense tensor is restored with its strides.
    kept->dense = tensor.is_non_overlapping_and_dense();
    const at::Tensor numbers =
        kept->dense ? tensor.detach().as_strided({tensor.numel()}, {1}, tensor.storage_offset())
                    : tensor.detach().contiguous().view({-1});
    kept->host = link_->host_memory(numbers.sizes(), numbers.scalar_type());
    kept->put = link_->put(kept->host, numbers);
    bytes_put_ += numbers.nbytes();
    order_.push_back(kept);
    same_storage.push_back(kept);
    return kept;
}

void OffloadedActivations::prefetch(Kept& kept) {
    if (kept.on_device.defined()) return;
    kept.on_device = at::empty(kept.host.sizes(), kept.options.requires_grad(false));
    kept.fetch = link_->fetch(kept.on_device, kept.host);
}

at::Tensor OffloadedActivations::fetch(Kept& kept) {
    const std::lock_guard lock(mutex_);
    const at::NoGradGuard no_gradients;
    prefetch(kept);
    for (std::size_t place = kept.place, brought = 0; place > 0 && brought < plan::tensors_ahead; --place)
        if (const std::shared_ptr<Kept> next = order_[place - 1].lock(); next) {
            prefetch(*next);
            ++brought;
        }
    link_->await(kept.fetch);
    return kept.dense ? kept.on_device.as_strided(kept.sizes, kept.strides) : kept.on_device.view(kept.sizes);
}

} // namespace tunedesk::train
