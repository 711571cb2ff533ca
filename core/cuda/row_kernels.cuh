// SPDX-License-Identifier: GPL-3.0-or-later
// LayerNorm fused with what comes before and after it, a row of a token at a time.
#pragma once

#include "row_parts.cuh"

namespace rows {

struct Norm {
    const float *gamma, *beta; // [width]
    float eps;
};

// y = LayerNorm(sum), whose row each member has written at its own columns; `after` is dropout of the result.
template <class Team>
ROWS_FUNCTION void normalise(const Team& team, Long row, int width, float total, const float* sum,
                             const Norm& norm, const Dropout& after, float* y, float* mean, float* rstd) {
    const auto nothing = [](int) {};
    const int groups = (width + 3) / 4;
    const float middle = team.sum(total) / static_cast<float>(width);
    float squares = 0;
    each_column(team, width, nothing, [&](int column, int) {
        const float d = sum[column] - middle;
        squares += d * d;
    });
    const float variance = team.sum(squares) / static_cast<float>(width);
#ifdef __CUDACC__
    const float inverse = rsqrtf(variance + norm.eps);
#else
    const float inverse = 1 / __builtin_sqrtf(variance + norm.eps);
#endif
    Factors kept{};
    each_column(
        team, width,
        [&](int group) { kept = factors(after, row * static_cast<Long>(groups) + static_cast<Long>(group)); },
        [&](int column, int i) {
            y[column] =
                ((sum[column] - middle) * inverse * norm.gamma[column] + norm.beta[column]) * kept.values[i];
        });
    if (team.member() == 0) {
        *mean = middle;
        *rstd = inverse;
    }
}

// LayerNorm(dropout(x) + residual) of one row. `sum` is what was normalised, kept for the backward pass.
template <class Number, class Team>
ROWS_FUNCTION void drop_add_norm(const Team& team, Long row, int width, const Number* x,
                                 const float* residual, const Norm& norm, const Dropout& dropout, float* sum,
                                 float* y, float* mean, float* rstd) {
    const int groups = (width + 3) / 4;
    const Long at = row * static_cast<Long>(width);
    Factors kept{};
    float total = 0;
    each_column(
        team, width,
        [&](int group) {
            kept = factors(dropout, row * static_cast<Long>(groups) + static_cast<Long>(group));
        },
        [&](int column, int i) {
            const float dropped = kept.values[i] == 0 ? 0 : load(x + at + column) * kept.values[i];
            const float one = dropped + residual[at + static_cast<Long>(column)];
            sum[at + static_cast<Long>(column)] = one;
            total += one;
        });
    const Dropout none{};
    normalise(team, row, width, total, sum + at, norm, none, y + at, mean + row, rstd + row);
}

// dropout(LayerNorm(word + position + type)) of one row; `type` may be null.
template <class Number, class Team>
ROWS_FUNCTION void embed_norm(const Team& team, Long row, int width, const Number* word,
                              const Number* position, const Number* type, const Norm& norm,
                              const Dropout& dropout, float* sum, float* y, float* mean, float* rstd) {
    const Long at = row * static_cast<Long>(width);
    float total = 0;
    each_column(
        team, width, [](int) {},
        [&](int column, int) {
            float one = load(word + column) + load(position + column);
            if (type) one += load(type + column);
            sum[at + static_cast<Long>(column)] = one;
            total += one;
        });
    normalise(team, row, width, total, sum + at, norm, dropout, y + at, mean + row, rstd + row);
}

// The gradient of `sum` for one row from that of y; `after` as in the forward pass. Where dx is not null, x
// was dropped by `before` and its gradient is written too.
template <class Number, class Team>
ROWS_FUNCTION void norm_backward(const Team& team, Long row, int width, const float* dy, const float* sum,
                                 const float* mean, const float* rstd, const float* gamma,
                                 const Dropout& before, const Dropout& after, float* dsum, Number* dx) {
    const int groups = (width + 3) / 4;
    const Long at = row * static_cast<Long>(width), first_group = row * static_cast<Long>(groups);
    const float middle = mean[row], inverse = rstd[row], share = 1 / static_cast<float>(width);
    Factors kept{};
    const auto scaled = [&](int column, int i) {
        return dy[at + static_cast<Long>(column)] * kept.values[i] * gamma[column];
    };
    const auto standard = [&](int column) {
        return (sum[at + static_cast<Long>(column)] - middle) * inverse;
    };
    const auto draw_after = [&](int group) { kept = factors(after, first_group + static_cast<Long>(group)); };
    float plain = 0, along = 0;
    each_column(team, width, draw_after, [&](int column, int i) {
        const float g = scaled(column, i);
        plain += g;
        along += g * standard(column);
    });
    plain = team.sum(plain) * share;
    along = team.sum(along) * share;
    Factors kept_before{};
    each_column(
        team, width,
        [&](int group) {
            draw_after(group);
            kept_before = factors(before, first_group + static_cast<Long>(group));
        },
        [&](int column, int i) {
            const float g = inverse * (scaled(column, i) - plain - standard(column) * along);
            dsum[at + static_cast<Long>(column)] = g;
            if (dx) store(dx + at + column, g * kept_before.values[i]);
        });
}

// Sums of gamma's and beta's gradients in one column over the rows [first, last).
ROWS_FUNCTION void norm_parameters_backward(int column, Long first, Long last, int width, const float* dy,
                                            const float* sum, const float* mean, const float* rstd,
                                            const Dropout& after, float* dgamma, float* dbeta) {
    const Long groups = static_cast<Long>((width + 3) / 4);
    float along = 0, plain = 0;
    for (Long row = first; row < last; ++row) {
        const Long at = row * static_cast<Long>(width) + static_cast<Long>(column);
        const Factors kept = factors(after, row * groups + static_cast<Long>(column / 4));
        const float g = dy[at] * kept.values[column % 4];
        along += g * (sum[at] - mean[row]) * rstd[row];
        plain += g;
    }
    *dgamma = along;
    *dbeta = plain;
}

} // namespace rows

#ifdef __CUDACC__

// One block a row. Ids may lie anywhere in their tables; `type` is null in models without type embeddings.
#define ROWS_KERNELS(NAME, NUMBER)                                                                           \
    extern "C" __global__ void drop_add_norm_##NAME(int width, const NUMBER* x, const float* residual,       \
                                                    rows::Norm norm, rows::Dropout dropout, float* sum,      \
                                                    float* y, float* mean, float* rstd) {                    \
        rows::drop_add_norm(rows::Block(), blockIdx.x, width, x, residual, norm, dropout, sum, y, mean,      \
                            rstd);                                                                           \
    }                                                                                                        \
    extern "C" __global__ void embed_norm_##NAME(                                                            \
        int width, const int* id, const int* place, const int* kind, const NUMBER* word,                     \
        const NUMBER* position, const NUMBER* type, rows::Norm norm, rows::Dropout dropout, float* sum,      \
        float* y, float* mean, float* rstd) {                                                                \
        const long long row = blockIdx.x, w = width;                                                         \
        rows::embed_norm(rows::Block(), blockIdx.x, width, word + id[row] * w, position + place[row] * w,    \
                         type ? type + kind[row] * w : nullptr, norm, dropout, sum, y, mean, rstd);          \
    }                                                                                                        \
    extern "C" __global__ void norm_backward_##NAME(                                                         \
        int width, const float* dy, const float* sum, const float* mean, const float* rstd,                  \
        const float* gamma, rows::Dropout before, rows::Dropout after, float* dsum, NUMBER* dx) {            \
        rows::norm_backward(rows::Block(), blockIdx.x, width, dy, sum, mean, rstd, gamma, before, after,     \
                            dsum, dx);                                                                       \
    }
ROWS_KERNELS(f32, float)
ROWS_KERNELS(bf16, rows::Bf16)
ROWS_KERNELS(f16, rows::Half)

// A thread a column, blockIdx.y a chunk of rows; the results are [chunks, width].
extern "C" __global__ void norm_parameters_backward(int width, long long count, long long chunk,
                                                    const float* dy, const float* sum, const float* mean,
                                                    const float* rstd, rows::Dropout after, float* dgamma,
                                                    float* dbeta) {
    const int column = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (column >= width) return;
    const rows::Long first = blockIdx.y * static_cast<rows::Long>(chunk),
                     end = first + static_cast<rows::Long>(chunk), all = static_cast<rows::Long>(count),
                     place = blockIdx.y * static_cast<rows::Long>(width);
    rows::norm_parameters_backward(column, first, end < all ? end : all, width, dy, sum, mean, rstd, after,
                                   dgamma + place + column, dbeta + place + column);
}

#endif
