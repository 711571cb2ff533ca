// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/step/gathered_rows.h"

#include "memory/torch_headers.h"

#include <numeric>
#include <torch/csrc/autograd/custom_function.h>
#include <vector>

namespace tunedesk::train {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

/// Position of a rank's rows among those of all ranks.
struct RowPlace {
    std::int64_t begin = 0, count = 0, total = 0;
};

RowPlace place_of(std::int64_t count, parallel::Group& group) {
    const auto rank = static_cast<std::size_t>(group.world().rank);
    // fp64 is exact far beyond any batch size
    std::vector<double> counts(static_cast<std::size_t>(group.world().size));
    counts[rank] = static_cast<double>(count);
    group.sum(counts, parallel::Purpose::sample_counts);
    const auto own = counts.begin() + static_cast<std::ptrdiff_t>(rank);
    return {static_cast<std::int64_t>(std::accumulate(counts.begin(), own, 0.0)), count,
            static_cast<std::int64_t>(std::accumulate(counts.begin(), counts.end(), 0.0))};
}

class GatherFunction : public torch::autograd::Function<GatherFunction> {
public:
    static at::Tensor forward(AutogradContext* context, const at::Tensor& rows, const RowPlace& place,
                              parallel::Group* group) {
        context->saved_data["begin"] = place.begin;
        context->saved_data["count"] = place.count;
        context->saved_data["group"] = reinterpret_cast<std::int64_t>(group);
        at::Tensor all = at::zeros({place.total, rows.size(1)}, rows.options());
        all.narrow(0, place.begin, place.count).copy_(rows);
        // the other ranks' rows are zero: the sum is exact
        group->sum(all, parallel::Purpose::embedding_gather);
        return all;
    }

    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        auto* group = reinterpret_cast<parallel::Group*>(context->saved_data["group"].toInt());
        at::Tensor sum = gradients[0].clone(at::MemoryFormat::Contiguous); // a view may share memory
        group->sum(sum, parallel::Purpose::embedding_gradient);
        return {sum.narrow(0, context->saved_data["begin"].toInt(), context->saved_data["count"].toInt()),
                {},
                {}};
    }
};

} // namespace

model::GatherRows gather_over(parallel::Group& group) {
    return [&group](const at::Tensor& rows) -> model::GatheredRows {
        const RowPlace place = place_of(rows.size(0), group);
        return {GatherFunction::apply(rows, place, &group), place.begin};
    };
}

} // namespace tunedesk::train
