#include "train/step/evaluator.h"

#include "base/clock.h"
#include "memory/torch_headers.h"
#include "train/step/portions.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tunedesk::train {

namespace {

std::span<const float> row(const at::Tensor& logits, std::size_t sample) {
    const auto width = static_cast<std::size_t>(logits.size(1));
    return {logits.const_data_ptr<float>() + sample * width, width};
}

double log_sum_exp(std::span<const float> logits) {
    const double peak = *std::max_element(logits.begin(), logits.end());
    double total = 0;
    for (const float x : logits)
        total += std::exp(x - peak);
    return peak + std::log(total);
}

} // namespace

std::vector<float> Evaluation::probabilities(std::size_t sample) const {
    const std::span<const float> x = row(logits, sample);
    const double total = log_sum_exp(x);
    std::vector<float> probabilities;
    for (const float value : x)
        probabilities.push_back(static_cast<float>(std::exp(value - total)));
    return probabilities;
}

std::int32_t Evaluation::prediction(std::size_t sample) const {
    const std::span<const float> x = row(logits, sample);
    return static_cast<std::int32_t>(std::max_element(x.begin(), x.end()) - x.begin());
}

report::ConfusionMatrix Evaluation::confusion(const Split& split) const {
    report::ConfusionMatrix matrix(static_cast<std::size_t>(logits.size(1)));
    for (std::size_t i = 0; i < split.labels.size(); ++i)
        matrix.add(split.labels[i], prediction(i));
    return matrix;
}

Evaluation evaluate(const Learner& learner, const Split& split, int batch_size, parallel::Group& group,
                    Announcer& announcer) {
    const double start = monotonic_seconds();
    const at::Device device = learner.model().placement().device;
    at::Tensor all = at::zeros({static_cast<std::int64_t>(split.size()), learner.model().labels()},
                               at::TensorOptions(device).dtype(at::kFloat));
    const Portions parts =
        plan::portions(split.lengths(), static_cast<std::size_t>(batch_size), portion_threads(device));
    for_each_portion(parts, group.world(), "evaluation", announcer, [&](const auto& samples) {
        const at::Tensor logits = learner.forward(split, learner.batch(split, samples, false), {});
        const std::vector<std::int64_t> rows(samples.begin(), samples.end());
        all.index_copy_(0, at::tensor(at::ArrayRef<std::int64_t>(rows)).to(device), logits);
    });
    group.sum(all); // the others' rows are zero: exact
    Evaluation result;
    result.logits = all.cpu();
    result.tokens_per_second = static_cast<double>(split.token_count()) / (monotonic_seconds() - start);
    if (split.labels.empty()) return result;
    for (std::size_t i = 0; i < split.size(); ++i) {
        const std::span<const float> x = row(result.logits, i);
        result.losses.push_back(log_sum_exp(x) - x[static_cast<std::size_t>(split.labels[i])]);
    }
    result.loss =
        std::accumulate(result.losses.begin(), result.losses.end(), 0.0) / static_cast<double>(split.size());
    const report::ConfusionMatrix matrix = result.confusion(split);
    result.accuracy = matrix.accuracy();
    result.macro_f1 = matrix.macro_f1();
    return result;
}

} // namespace tunedesk::train
