// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tensor/tensor_ranks.h"

#include "memory/torch_headers.h"

#include <torch/csrc/autograd/custom_function.h>

namespace tunedesk::model {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

struct RanksOfPass : torch::CustomClassHolder {
    explicit RanksOfPass(const TensorRanks& all) : ranks(all) {}
    const TensorRanks& ranks;
};

/// Returns a copy, summed over the ranks.
at::Tensor summed(const TensorRanks& ranks, const at::Tensor& x, TensorSum of) {
    at::Tensor sum = x.to(at::kFloat, /*non_blocking=*/false, /*copy=*/true, at::MemoryFormat::Contiguous);
    ranks.sum(sum, of);
    return sum;
}

struct SumOfSlices : torch::autograd::Function<SumOfSlices> {
    static at::Tensor forward(AutogradContext*, const at::Tensor& x,
                              const c10::intrusive_ptr<RanksOfPass>& all) {
        return summed(all->ranks, x, TensorSum::products);
    }
    static variable_list backward(AutogradContext*, const variable_list& gradients) {
        return {gradients[0], {}};
    }
};

struct BeforeSlices : torch::autograd::Function<BeforeSlices> {
    static at::Tensor forward(AutogradContext* context, const at::Tensor& x,
                              const c10::intrusive_ptr<RanksOfPass>& all) {
        context->saved_data["ranks"] = at::IValue::make_capsule(all);
        return x;
    }
    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        const auto& all = *static_cast<const RanksOfPass*>(context->saved_data["ranks"].toCapsule().get());
        const at::Tensor& own = gradients[0];
        return {summed(all.ranks, own, TensorSum::gradients).to(own.scalar_type()), {}};
    }
};

class SliceReduction : public LinearReduction {
public:
    explicit SliceReduction(const TensorRanks& ranks) : ranks_(ranks) {}
    at::Tensor reduce(const at::Tensor& product) const override { return sum_of_slices(&ranks_, product); }

private:
    const TensorRanks& ranks_;
};

} // namespace

at::Tensor sum_of_slices(const TensorRanks* ranks, const at::Tensor& x) {
    if (!ranks) return x;
    return SumOfSlices::apply(x, c10::make_intrusive<RanksOfPass>(*ranks));
}

at::Tensor before_slices(const TensorRanks* ranks, const at::Tensor& x) {
    if (!ranks || !x.requires_grad()) return x;
    return BeforeSlices::apply(x, c10::make_intrusive<RanksOfPass>(*ranks));
}

std::shared_ptr<const LinearReduction> slice_reduction(const TensorRanks* ranks) {
    return ranks ? std::make_shared<SliceReduction>(*ranks) : nullptr;
}

at::Tensor drop_columns(const Operations& operations, const RowView& view, const at::Tensor& x,
                        const arch::TensorSlice& slice, const kernel::Dropout& dropout) {
    if (slice.is_whole() || dropout.threshold() == 0) return operations.drop(view, x, dropout);
    const std::int64_t columns = x.size(1);
    const at::Tensor whole = at::ones({x.size(0), columns * slice.size}, x.options().requires_grad(false));
    return x * operations.drop(view, whole, dropout).narrow(1, columns * slice.rank, columns).contiguous();
}

} // namespace tunedesk::model
