// SPDX-License-Identifier: GPL-3.0-or-later
#include "parallel/gradient_reducer.h"

#include "base/fault.h"
#include "memory/block_provider.h"
#include "memory/gradient_hook.h"
#include "memory/meter.h"
#include "memory/torch_headers.h"
#include "parallel/call_fault.h"

#include <algorithm>
#include <exception>
#include <mutex>
#include <torch/csrc/autograd/autograd.h>
#include <torch/csrc/distributed/c10d/ProcessGroup.hpp>
#include <torch/csrc/distributed/c10d/comm.hpp>
#include <torch/csrc/distributed/c10d/reducer.hpp>
#include <utility>

namespace tunedesk::parallel {

/// The all-reduces of a step; distinguishes their failures from other failures of a backward pass. They are
/// started on autograd's threads.
class Reductions {
public:
    explicit Reductions(Group& group) : group_(group) {}
    void clear() {
        const std::lock_guard lock(mutex_);
        futures_.clear();
        refused_ = false;
    }
    c10::intrusive_ptr<c10::ivalue::Future> start(const at::Tensor& bucket) {
        const std::lock_guard lock(mutex_);
        const std::string fault = call_fault(Purpose::gradient_sum);
        if (fault == "skip") return futures_.emplace_back(left_out(bucket));
        refused_ = true;
        std::vector<at::Tensor> tensors{fault == "grow" ? at::cat({bucket, bucket}) : bucket};
        const bool swaps = fault == "swap";
        const FlightRecord::Ticket ticket =
            group_.calls().enter({.op = swaps ? CollectiveOp::broadcast : CollectiveOp::sum,
                                  .purpose = Purpose::gradient_sum,
                                  .tensor = tensors.data(),
                                  .block = static_cast<int>(futures_.size())});
        const auto work = swaps ? group_.data()->broadcast(tensors) : group_.data()->allreduce(tensors);
        futures_.push_back(work->getFuture());
        refused_ = false;
        if (group_.calls().record())
            futures_.back()->addCallback(
                [record = group_.calls().record(), ticket](c10::ivalue::Future& sum) {
                    using enum FlightLine::State;
                    record->leave(ticket, sum.hasError() ? failed : done);
                });
        return futures_.back();
    }
    bool has_failed() {
        const std::lock_guard lock(mutex_);
        return refused_ ||
               std::ranges::any_of(futures_, [](const auto& future) { return future->hasError(); });
    }

private:
    /// A sum that is skipped because of an injected fault.
    static c10::intrusive_ptr<c10::ivalue::Future> left_out(const at::Tensor& bucket) {
        auto future = c10::make_intrusive<c10::ivalue::Future>(c10::ListType::ofTensors());
        future->markCompleted(std::vector<at::Tensor>{bucket});
        return future;
    }

    Group& group_;
    std::mutex mutex_;
    std::vector<c10::intrusive_ptr<c10::ivalue::Future>> futures_;
    bool refused_ = false; ///< an all-reduce could not be started
};

namespace {

/// Sums a bucket over the ranks. Without a hook c10d averages: in the first step after a start it multiplies
/// by 1/n, later it divides by n, which differs in bits if n is not a power of two, and so after a resume.
/// Sums of 16-bit gradients are computed in fp32 and rounded once.
class SumHook : public c10d::CppCommHookInterface<Reductions*> {
public:
    explicit SumHook(Reductions& reductions) : c10d::CppCommHookInterface<Reductions*>(&reductions) {}

    c10::intrusive_ptr<c10::ivalue::Future> runHook(c10d::GradBucket& bucket) override {
        const at::Tensor gradients = bucket.getBufferRef();
        if (gradients.element_size() != 2) return state_->start(gradients);
        const at::Tensor sums = gradients.to(at::kFloat);
        return state_->start(sums)->then(
            [sums, gradients](c10::ivalue::Future& reduced) {
                reduced.value(); // rethrows its error
                gradients.copy_(sums);
                return c10::IValue(gradients);
            },
            c10::TensorType::get());
    }
};

} // namespace

struct GradientReducer::State {
    /// A reducer with final buckets. c10d rebuilds its buckets in the order in which the first step's
    /// gradients are ready, once rebuild_buckets() is called; until then it records every parameter of every
    /// step permanently: 16 bytes per parameter and step, and the doubling of the two lists.
    class FinalReducer : public c10d::Reducer {
    public:
        template <class... Arguments>
        explicit FinalReducer(Arguments&&... arguments)
            : c10d::Reducer(std::forward<Arguments>(arguments)...) {
            has_rebuilt_bucket_ = true;
        }
        std::size_t noted() const { return rebuilt_params_.size() + rebuilt_param_indices_.size(); }
    };
    explicit State(Group& group) : reductions(group) {}

    Reductions reductions; // must outlive the hook
    std::unique_ptr<FinalReducer> reducer;
    std::vector<memory::GradientHook> reserved; ///< for the gradients, which no other part may take
};

GradientReducer::GradientReducer(Group& group, std::vector<at::Tensor> parameters, double bucket_mb,
                                 const std::vector<at::Tensor>& tables)
    : parameters_(std::move(parameters)) {
    if (!group.data()) return;
    state_ = std::make_unique<State>(group);
    for (const at::Tensor& parameter : parameters_)
        state_->reserved.emplace_back(parameter, memory::GradientHook::Use::take,
                                      memory::GradientHook::Work());
    for (const at::Tensor& table : tables) {
        tables_.emplace_back(table, RowSum(group, table));
        std::erase_if(parameters_, [&](const at::Tensor& parameter) { return parameter.is_same(table); });
    }
    const auto bucket_bytes = static_cast<std::size_t>(bucket_mb * (1 << 20));
    const std::size_t first_bytes = std::min<std::size_t>(bucket_bytes, c10d::kDefaultFirstBucketBytes);
    // Gradients are ready from the last parameter to the first. The buckets are built once: another layout
    // after the first step would change the order of sums, and with it the bits after a resume.
    std::vector<at::Tensor> reversed(parameters_.rbegin(), parameters_.rend());
    auto [buckets, limits] = c10d::compute_bucket_assignment_by_size(reversed, {first_bytes, bucket_bytes});
    for (auto& bucket : buckets)
        for (std::size_t& index : bucket)
            index = parameters_.size() - 1 - index;
    const memory::InBlocksOf buckets_in(group.carrier().blocks);
    const memory::InPart counted(memory::Part::gradients);
    state_->reducer = std::make_unique<State::FinalReducer>(
        parameters_, std::move(buckets), group.data(), std::vector<bool>(parameters_.size(), false),
        static_cast<std::int64_t>(bucket_bytes), /*find_unused_parameters=*/false,
        /*gradient_as_bucket_view=*/true, std::unordered_map<std::size_t, std::string>(),
        static_cast<std::int64_t>(first_bytes),
        /*skip_all_reduce_unused_params=*/false, /*use_python_reducer=*/false, std::vector<std::int64_t>());
    state_->reducer->register_comm_hook(std::make_unique<SumHook>(state_->reductions));
}

GradientReducer::~GradientReducer() = default;

std::size_t GradientReducer::noted_parameters() const {
    return state_ ? state_->reducer->noted() : 0;
}

void GradientReducer::backward(const at::Tensor& loss, bool last_micro_batch) {
    at::Tensor root = loss;
    if (!root.defined()) {
        if (!state_ || !last_micro_batch) return;
        for (const at::Tensor& parameter : parameters_) {
            const at::Tensor zero = parameter.flatten().narrow(0, 0, 1).sum() * 0;
            root = root.defined() ? root + zero : zero;
        }
    }
    if (!state_) {
        torch::autograd::backward({root}, {});
        return;
    }
    if (!last_micro_batch) return torch::autograd::backward({root}, {});
    if (TUNEDESK_FAULT_AT("allreduce") != "skip") state_->reducer->prepare_for_backward({});
    state_->reductions.clear();
    std::exception_ptr other; // error of the pass itself, rethrown unchanged
    guarded("the gradient all-reduce", [&] {
        try {
            torch::autograd::backward({root}, {});
        } catch (...) {
            if (state_->reductions.has_failed()) throw;
            other = std::current_exception();
        }
    });
    state_->reductions.clear();
    if (other) std::rethrow_exception(other);
    sum_tables();
}

/// The tables belong to a model's first layer: nothing is left to compute concurrently.
void GradientReducer::sum_tables() {
    const memory::InPart counted(memory::Part::gradients);
    for (auto& [table, sum] : tables_)
        table.mutable_grad() = sum.sum(table.grad());
}

} // namespace tunedesk::parallel
