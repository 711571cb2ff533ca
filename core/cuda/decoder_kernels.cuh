// SPDX-License-Identifier: GPL-3.0-or-later
// What decoders have beside BERT's layers: RMSNorm, and rotary positions.
#pragma once

#include "row_parts.cuh"

namespace rows {

// y = x / rms(x) * gamma of one row; rstd[row] takes 1 / rms(x).
template <class Team>
ROWS_FUNCTION void rms_norm(const Team& team, Long row, int width, const float* x, const float* gamma,
                            float eps, float* y, float* rstd) {
    const auto nothing = [](int) {};
    const Long at = row * static_cast<Long>(width);
    float squares = 0;
    each_column(team, width, nothing, [&](int column, int) {
        const float one = x[at + static_cast<Long>(column)];
        squares += one * one;
    });
    const float mean = team.sum(squares) / static_cast<float>(width);
#ifdef __CUDACC__
    const float inverse = rsqrtf(mean + eps);
#else
    const float inverse = 1 / __builtin_sqrtf(mean + eps);
#endif
    each_column(team, width, nothing, [&](int column, int) {
        y[at + static_cast<Long>(column)] = x[at + static_cast<Long>(column)] * inverse * gamma[column];
    });
    if (team.member() == 0) rstd[row] = inverse;
}

// The gradient of x for one row.
template <class Team>
ROWS_FUNCTION void rms_norm_backward(const Team& team, Long row, int width, const float* dy, const float* x,
                                     const float* rstd, const float* gamma, float* dx) {
    const auto nothing = [](int) {};
    const Long at = row * static_cast<Long>(width);
    const float inverse = rstd[row];
    float along = 0;
    each_column(team, width, nothing, [&](int column, int) {
        along += dy[at + static_cast<Long>(column)] * gamma[column] * x[at + static_cast<Long>(column)];
    });
    along = team.sum(along) * inverse * inverse / static_cast<float>(width);
    each_column(team, width, nothing, [&](int column, int) {
        const Long place = at + static_cast<Long>(column);
        dx[place] = inverse * (dy[place] * gamma[column] - x[place] * along);
    });
}

// The sum of gamma's gradient in one column over the rows [first, last).
ROWS_FUNCTION float rms_gamma_backward(int column, Long first, Long last, int width, const float* dy,
                                       const float* x, const float* rstd) {
    float sum = 0;
    for (Long row = first; row < last; ++row) {
        const Long at = row * static_cast<Long>(width) + static_cast<Long>(column);
        sum += dy[at] * x[at] * rstd[row];
    }
    return sum;
}

// Where a row's pairs of columns (i, i + half) of each head are turned by the angles of its position, or with
// `back` by their negatives.
struct Turn {
    const float *cosines, *sines; // [positions, half]
    int heads, half, back;
};

// One row of x, whose numbers lie side by side, into `out`.
template <class Number, class Team>
ROWS_FUNCTION void rotate(const Team& team, const Turn& turn, int position, const Number* x, Number* out) {
    const Long place = static_cast<Long>(position) * static_cast<Long>(turn.half);
    for (int pair = team.member(); pair < turn.heads * turn.half; pair += team.size()) {
        const int head = pair / turn.half, i = pair % turn.half, first = 2 * head * turn.half + i;
        const float cosine = turn.cosines[place + static_cast<Long>(i)],
                    given = turn.sines[place + static_cast<Long>(i)], sine = turn.back ? -given : given;
        const float a = load(x + first), b = load(x + first + turn.half);
        store(out + first, a * cosine - b * sine);
        store(out + first + turn.half, b * cosine + a * sine);
    }
}

} // namespace rows

#ifdef __CUDACC__

// One block a row.
extern "C" __global__ void rms_norm(int width, const float* x, const float* gamma, float eps, float* y,
                                    float* rstd) {
    rows::rms_norm(rows::Block(), blockIdx.x, width, x, gamma, eps, y, rstd);
}
extern "C" __global__ void rms_norm_backward(int width, const float* dy, const float* x, const float* rstd,
                                             const float* gamma, float* dx) {
    rows::rms_norm_backward(rows::Block(), blockIdx.x, width, dy, x, rstd, gamma, dx);
}

// A thread a column, blockIdx.y a chunk of rows; the result is [chunks, width].
extern "C" __global__ void rms_gamma_backward(int width, long long count, long long chunk, const float* dy,
                                              const float* x, const float* rstd, float* dgamma) {
    const int column = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (column >= width) return;
    const rows::Long first = blockIdx.y * static_cast<rows::Long>(chunk),
                     end = first + static_cast<rows::Long>(chunk), all = static_cast<rows::Long>(count);
    dgamma[blockIdx.y * static_cast<rows::Long>(width) + static_cast<rows::Long>(column)] =
        rows::rms_gamma_backward(column, first, end < all ? end : all, width, dy, x, rstd);
}

// One block a row; rows of x are `stride` numbers apart.
#define ROWS_ROTATE(NAME, NUMBER)                                                                            \
    extern "C" __global__ void rotate_##NAME(rows::Turn turn, const int* position, const NUMBER* x,          \
                                             long long stride, NUMBER* out) {                                \
        const long long row = blockIdx.x;                                                                    \
        rows::rotate(rows::Block(), turn, position[row], x + row * stride,                                   \
                     out + row * (2ll * turn.heads * turn.half));                                            \
    }
ROWS_ROTATE(f32, float)
ROWS_ROTATE(bf16, rows::Bf16)
ROWS_ROTATE(f16, rows::Half)

#endif
