#include "parallel/gradient_reducer.h"

#include "base/fault.h"
#include "model/torch_headers.h"

#include <algorithm>
#include <torch/csrc/autograd/autograd.h>
#include <torch/csrc/distributed/c10d/ProcessGroup.hpp>
#include <torch/csrc/distributed/c10d/comm.hpp>
#include <torch/csrc/distributed/c10d/reducer.hpp>
#include <utility>

namespace tunedesk::parallel {

namespace {

using ProcessGroup = c10::intrusive_ptr<c10d::ProcessGroup>;

/// Adds up a bucket over the ranks. Without a hook c10d averages: in the first step after a start it
/// multiplies by 1/n, later it divides by n, which are other bits where n is no power of two, and so after a
/// resume.
class SumHook : public c10d::CppCommHookInterface<ProcessGroup> {
public:
    using c10d::CppCommHookInterface<ProcessGroup>::CppCommHookInterface;

    c10::intrusive_ptr<c10::ivalue::Future> runHook(c10d::GradBucket& bucket) override {
        std::vector<at::Tensor> tensors{bucket.getBufferRef()};
        return state_->allreduce(tensors)->getFuture();
    }
};

} // namespace

struct GradientReducer::State {
    /// Its buckets are final from the start. c10d lays them again in the order in which the first step's
    /// gradients are ready, once rebuild_buckets() is called; until then it notes every parameter of every
    /// step, for good: 16 bytes a parameter and step, and the doubling of the two lists.
    class FinalReducer : public c10d::Reducer {
    public:
        template <class... Arguments>
        explicit FinalReducer(Arguments&&... arguments)
            : c10d::Reducer(std::forward<Arguments>(arguments)...) {
            has_rebuilt_bucket_ = true;
        }
        std::size_t noted() const { return rebuilt_params_.size() + rebuilt_param_indices_.size(); }
    };
    std::unique_ptr<FinalReducer> reducer;
};

GradientReducer::GradientReducer(Group& group, std::vector<at::Tensor> parameters, double bucket_mb)
    : group_(group), parameters_(std::move(parameters)) {
    if (!group.data()) return;
    const auto bucket_bytes = static_cast<std::size_t>(bucket_mb * (1 << 20));
    const std::size_t first_bytes = std::min<std::size_t>(bucket_bytes, c10d::kDefaultFirstBucketBytes);
    // Gradients are ready from the last parameter to the first. The buckets are laid so once and never again:
    // another layout after the first step would change the order of sums, and with it the bits after a
    // resume.
    std::vector<at::Tensor> reversed(parameters_.rbegin(), parameters_.rend());
    auto [buckets, limits] = c10d::compute_bucket_assignment_by_size(reversed, {first_bytes, bucket_bytes});
    for (auto& bucket : buckets)
        for (std::size_t& index : bucket)
            index = parameters_.size() - 1 - index;
    state_ = std::make_unique<State>();
    state_->reducer = std::make_unique<State::FinalReducer>(
        parameters_, std::move(buckets), group.data(), std::vector<bool>(parameters_.size(), false),
        static_cast<std::int64_t>(bucket_bytes), /*find_unused_parameters=*/false,
        /*gradient_as_bucket_view=*/true, std::unordered_map<std::size_t, std::string>(),
        static_cast<std::int64_t>(first_bytes),
        /*skip_all_reduce_unused_params=*/false, /*use_python_reducer=*/false, std::vector<std::int64_t>());
    state_->reducer->register_comm_hook(std::make_unique<SumHook>(group.data()));
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
    if (TUNEDESK_FAULT_AT("allreduce") != "skip") {
        group_.count_collective();
        state_->reducer->prepare_for_backward({});
    }
    guarded("the gradient all-reduce", [&] { torch::autograd::backward({root}, {}); });
}

} // namespace tunedesk::parallel
