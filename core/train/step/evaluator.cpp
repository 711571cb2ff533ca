// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/step/evaluator.h"

#include "base/clock.h"
#include "memory/torch_headers.h"
#include "train/step/eval_batches.h"
#include "train/task/trained_task.h"

#include <limits>

namespace tunedesk::train {

double Evaluation::metric(std::string_view name) const {
    return task::value_of(metrics, name).value_or(std::numeric_limits<double>::quiet_NaN());
}

Evaluation evaluate(const TrainableModel& trainable, const Split& split, int batch_size,
                    parallel::Group& group, Announcer& announcer) {
    const double start = monotonic_seconds();
    const at::Device device = trainable.model().placement().device;
    const TrainedTask& task = trained_task(trainable.task());
    at::Tensor all = at::zeros(
        {static_cast<std::int64_t>(split.size()), task.figure_count(trainable.model().labels(), split)},
        at::TensorOptions(device).dtype(at::kFloat));
    StageLink* const link = trainable.link();
    const EvalBatches batches =
        plan::eval_batches(split.lengths(), static_cast<std::size_t>(batch_size), eval_threads(device));
    for_each_eval_batch(
        batches, trainable.data_ranks(group), "evaluation", announcer,
        [&](const auto& samples) {
            const auto batch = trainable.batch(split, samples, false);
            if (link && !link->is_last()) {
                trainable.rows(split, batch, {});
                return;
            }
            const at::Tensor outputs = task.figures(trainable.head(split, batch, {}));
            const std::vector<std::int64_t> rows(samples.begin(), samples.end());
            all.narrow(1, 0, outputs.size(1))
                .index_copy_(0, at::tensor(at::ArrayRef<std::int64_t>(rows)).to(device), outputs);
        },
        CollectivePasses(trainable));
    if (link) link->finish();
    if (!trainable.is_counted()) all.zero_();
    group.sum(all, parallel::Purpose::evaluation); // the other ranks' rows are zero: the sum is exact
    Evaluation result;
    result.outputs = all.cpu();
    result.tokens_per_second = static_cast<double>(split.token_count()) / (monotonic_seconds() - start);
    if (split.has_targets()) task.compute_metrics(split, result);
    return result;
}

} // namespace tunedesk::train
