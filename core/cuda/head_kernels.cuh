// SPDX-License-Identifier: GPL-3.0-or-later
// The classification head of packed sequences, a row a sequence, around its dense layer's product:
// activation, dropout and the classifier's small product in one pass; softmax, cross-entropy and its gradient
// in another.
#pragma once

#include "row_parts.cuh"

namespace rows {

ROWS_FUNCTION float tanh_of(float x) {
#ifdef __CUDACC__
    return tanhf(x);
#else
    return __builtin_tanhf(x);
#endif
}
ROWS_FUNCTION float exp_of(float x) {
#ifdef __CUDACC__
    return expf(x);
#else
    return __builtin_expf(x);
#endif
}
ROWS_FUNCTION float log_of(float x) {
#ifdef __CUDACC__
    return logf(x);
#else
    return __builtin_logf(x);
#endif
}

struct Head {
    const float *weight, *bias; // [classes, width], [classes]
    int classes, width;
    int has_tanh; // else ReLU
};

// pooled = dropout(activation(x)) and logits = pooled weight^T + bias of one row.
template <class Team>
ROWS_FUNCTION void classify(const Team& team, Long row, const Head& head, const float* x,
                            const Dropout& dropout, float* pooled, float* logits) {
    const Long groups = static_cast<Long>((head.width + 3) / 4);
    const float* from = x + row * static_cast<Long>(head.width);
    float* to = pooled + row * static_cast<Long>(head.width);
    Factors kept{};
    each_column(
        team, head.width,
        [&](int group) { kept = factors(dropout, row * groups + static_cast<Long>(group)); },
        [&](int column, int i) {
            const float one = from[column];
            const float active = head.has_tanh ? tanh_of(one) : (one <= 0 ? 0 : one); // a NaN stays one
            to[column] = kept.values[i] == 0 ? 0 : active * kept.values[i];
        });
    team.settle();
    const auto part = team.part();
    for (int label = team.part_number(); label < head.classes; label += team.parts()) {
        const float* weight = head.weight + static_cast<Long>(label) * static_cast<Long>(head.width);
        float sum = 0;
        each_column(
            part, head.width, [](int) {}, [&](int column, int) { sum += to[column] * weight[column]; });
        sum = part.sum(sum);
        if (part.member() == 0)
            logits[row * static_cast<Long>(head.classes) + static_cast<Long>(label)] = sum + head.bias[label];
    }
}

// The gradient of x for one row from that of the logits. What survived dropout gives its activation, and what
// did not has no gradient.
template <class Team>
ROWS_FUNCTION void classify_backward(const Team& team, Long row, const Head& head, const float* dlogits,
                                     const float* pooled, const Dropout& dropout, float* dx) {
    const Long groups = static_cast<Long>((head.width + 3) / 4), at = row * static_cast<Long>(head.width);
    const float* of_row = dlogits + row * static_cast<Long>(head.classes);
    Factors kept{};
    each_column(
        team, head.width,
        [&](int group) { kept = factors(dropout, row * groups + static_cast<Long>(group)); },
        [&](int column, int i) {
            const Long place = at + static_cast<Long>(column);
            if (kept.values[i] == 0) {
                dx[place] = 0;
                return;
            }
            float dpooled = 0;
            for (int label = 0; label < head.classes; ++label)
                dpooled +=
                    of_row[label] * head.weight[static_cast<Long>(label) * static_cast<Long>(head.width) +
                                                static_cast<Long>(column)];
            const float active = pooled[place] / kept.values[i];
            const float slope = head.has_tanh ? 1 - active * active : (active > 0 ? 1.0f : 0.0f);
            dx[place] = dpooled * kept.values[i] * slope;
        });
}

// How logits are judged; as model::cross_entropy().
struct Judgement {
    const int* labels;         // [rows]
    const float* weights;      // [classes], or null: 1 each
    const float* loss_weights; // [rows], what each loss is multiplied by, or null: `loss_weight` all
    float loss_weight;
    float smoothing;
};

// Of one row: its share in the total loss, and the gradient of that by its logits, where dlogits is not null;
// its cross-entropy without weight and smoothing; and 1 where the label's logit is the first largest.
template <class Team>
ROWS_FUNCTION void judge(const Team& team, Long row, int classes, const float* logits,
                         const Judgement& judgement, float* total, float* loss, float* right,
                         float* dlogits) {
    const float* x = logits + row * static_cast<Long>(classes);
    const int label = judgement.labels[row];
    const float own = x[label];
    const auto weight = [&](int one) { return judgement.weights ? judgement.weights[one] : 1.0f; };
    float top = x[0], above = 0;
    for (int one = team.member(); one < classes; one += team.size()) {
        top = x[one] > top ? x[one] : top;
        const bool below = one < label ? x[one] < own : x[one] <= own;
        above += below ? 0.0f : 1.0f;
    }
    top = team.most(top);
    above = team.sum(above);
    float sum = 0;
    for (int one = team.member(); one < classes; one += team.size())
        sum += exp_of(x[one] - top);
    sum = team.sum(sum);
    const float log_sum = log_of(sum);
    float all_weights = 0, spread = 0;
    if (judgement.smoothing > 0)
        for (int one = team.member(); one < classes; one += team.size()) {
            all_weights += weight(one);
            spread += weight(one) * (log_sum - (x[one] - top));
        }
    all_weights = team.sum(all_weights);
    spread = team.sum(spread);
    const float loss_weight = judgement.loss_weights ? judgement.loss_weights[row] : judgement.loss_weight;
    const float at_label = weight(label) * (1 - judgement.smoothing),
                at_each = judgement.smoothing / static_cast<float>(classes);
    const float cross_entropy = log_sum - (own - top);
    if (team.member() == 0) {
        total[row] = (cross_entropy * at_label + spread * at_each) * loss_weight;
        loss[row] = cross_entropy;
        right[row] = loss_weight > 0 && above == 0 ? 1.0f : 0.0f;
    }
    if (!dlogits) return;
    for (int one = team.member(); one < classes; one += team.size()) {
        const float probability = exp_of(x[one] - top) / sum;
        const float by_label = probability - (one == label ? 1.0f : 0.0f);
        const float by_each = all_weights * probability - weight(one);
        dlogits[row * static_cast<Long>(classes) + static_cast<Long>(one)] =
            (at_label * by_label + (judgement.smoothing > 0 ? at_each * by_each : 0)) * loss_weight;
    }
}

} // namespace rows

#ifdef __CUDACC__

// A block a row.
extern "C" __global__ void head_classify(rows::Head head, const float* x, rows::Dropout dropout,
                                         float* pooled, float* logits) {
    rows::classify(rows::Block(), blockIdx.x, head, x, dropout, pooled, logits);
}
extern "C" __global__ void head_classify_backward(rows::Head head, const float* dlogits, const float* pooled,
                                                  rows::Dropout dropout, float* dx) {
    rows::classify_backward(rows::Block(), blockIdx.x, head, dlogits, pooled, dropout, dx);
}

// A warp a row.
extern "C" __global__ void head_judge(long long count, int classes, const float* logits,
                                      rows::Judgement judgement, float* total, float* loss, float* right,
                                      float* dlogits) {
    const rows::Long row = blockIdx.x * static_cast<rows::Long>(blockDim.x / 32) + threadIdx.x / 32;
    if (row >= static_cast<rows::Long>(count)) return;
    rows::judge(rows::Warp(), row, classes, logits, judgement, total, loss, right, dlogits);
}

#endif
