// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/sets.h"
#include "kernel/simd.h"

#include <cmath>

namespace tunedesk::kernel::TUNEDESK_ISA {

namespace {

/// Dropout along one row of a hidden-state matrix, 64 elements at a time.
class RowDropout {
public:
    RowDropout(const Dropout& dropout, const Rows& rows, std::int64_t row)
        : on_(dropout.threshold() > 0), masks_(dropout, on_ ? rows.sample[row] : 0, 0),
          groups_((rows.width + 63) / 64), first_(static_cast<std::uint64_t>(on_ ? rows.position[row] : 0) *
                                                  static_cast<std::uint64_t>(groups_)),
          scale_(dropout.scale()) {}

    /// Columns must be asked for in order, from 0.
    Vec operator()(Vec x, std::int64_t column) {
        if (!on_) return x;
        const std::int64_t vector = column / lanes;
        if (vector % 4 == 0) masks_.groups<1>(first_ + static_cast<std::uint64_t>(vector / 4), keep_);
        return kept(keep_[vector % 4], x * scale_);
    }

private:
    bool on_;
    KeepMasks masks_;
    std::int64_t groups_;
    std::uint64_t first_;
    float scale_;
    Keep keep_[4] = {};
};

} // namespace

void residual_norm_forward(const ResidualNorm& n, std::int64_t begin, std::int64_t end) {
    const std::int64_t width = n.rows.width;
    for (std::int64_t r = begin; r < end; ++r) {
        float* x = n.x + r * width;
        float* y = n.y + r * width;
        Vec total{};
        if (n.residual) {
            const float* residual = n.residual + r * width;
            RowDropout drop(n.dropout, n.rows, r);
            for (std::int64_t c = 0; c < width; c += lanes) {
                const std::int64_t rest = width - c;
                const Vec value = drop(load_up_to(x + c, rest) + load_up_to(n.bias + c, rest), c) +
                                  load_up_to(residual + c, rest);
                store_up_to(x + c, value, rest);
                total += rest >= lanes ? value : load_part(x + c, rest);
            }
        } else {
            for (std::int64_t c = 0; c < width; c += lanes)
                total += load_up_to(x + c, width - c);
        }
        const float mean = n.centred ? sum(total) / static_cast<float>(width) : 0.0f;
        Vec squares{};
        for (std::int64_t c = 0; c < width; c += lanes) {
            const std::int64_t rest = width - c;
            const Vec centred = load_up_to(x + c, rest) - mean;
            squares += rest >= lanes ? centred * centred
                                     : choose(lanes_below(static_cast<int>(rest)), centred * centred, Vec{});
        }
        const float rstd = 1.0f / std::sqrt(sum(squares) / static_cast<float>(width) + n.eps);
        n.rstd[r] = rstd;
        const Dropout none{};
        RowDropout drop(n.residual ? none : n.dropout, n.rows, r);
        for (std::int64_t c = 0; c < width; c += lanes) {
            const std::int64_t rest = width - c;
            const Vec normalised = (load_up_to(x + c, rest) - mean) * rstd;
            store_up_to(x + c, normalised, rest);
            store_up_to(y + c,
                        drop(normalised * load_up_to(n.gamma + c, rest) + load_up_to(n.beta + c, rest), c),
                        rest);
        }
    }
}

void residual_norm_backward(const ResidualNorm& n, std::int64_t begin, std::int64_t end) {
    const std::int64_t width = n.rows.width;
    const float inverse_width = 1.0f / static_cast<float>(width);
    for (std::int64_t chunk = begin; chunk < end; ++chunk) {
        float* d_bias = n.sums + chunk * 3 * width;
        float* d_gamma = d_bias + width;
        float* d_beta = d_gamma + width;
        std::memset(d_bias, 0, static_cast<std::size_t>(3 * width) * sizeof(float));
        const std::int64_t last =
            (chunk + 1) * rows_per_chunk < n.rows.count ? (chunk + 1) * rows_per_chunk : n.rows.count;
        for (std::int64_t r = chunk * rows_per_chunk; r < last; ++r) {
            const float* dy = n.dy + r * width;
            const float* normalised = n.x + r * width;
            float* dx = n.dx + r * width;
            const Dropout none{};
            RowDropout drop_after(n.residual ? none : n.dropout, n.rows, r);
            Vec sum_g{}, sum_gx{};
            for (std::int64_t c = 0; c < width; c += lanes) {
                const std::int64_t rest = width - c;
                const Vec d = drop_after(load_up_to(dy + c, rest), c), x = load_up_to(normalised + c, rest);
                const Vec g = d * load_up_to(n.gamma + c, rest);
                store_up_to(d_gamma + c, load_up_to(d_gamma + c, rest) + d * x, rest);
                store_up_to(d_beta + c, load_up_to(d_beta + c, rest) + d, rest);
                sum_g += g;
                sum_gx += g * x;
                store_up_to(dx + c, d, rest);
            }
            const float mean_g = n.centred ? sum(sum_g) * inverse_width : 0.0f,
                        mean_gx = sum(sum_gx) * inverse_width;
            RowDropout drop_before(n.residual ? n.dropout : none, n.rows, r);
            for (std::int64_t c = 0; c < width; c += lanes) {
                const std::int64_t rest = width - c;
                const Vec g = load_up_to(dx + c, rest) * load_up_to(n.gamma + c, rest);
                const Vec flow = (g - mean_g - load_up_to(normalised + c, rest) * mean_gx) * n.rstd[r];
                if (n.d_residual) store_up_to(n.d_residual + r * width + c, flow, rest);
                const Vec d = drop_before(flow, c);
                store_up_to(dx + c, d, rest);
                store_up_to(d_bias + c, load_up_to(d_bias + c, rest) + d, rest);
            }
        }
    }
}

void dropout_rows(const Dropout& dropout, const Rows& rows, const float* x, float* out, std::int64_t begin,
                  std::int64_t end) {
    for (std::int64_t r = begin; r < end; ++r) {
        RowDropout drop(dropout, rows, r);
        for (std::int64_t c = 0; c < rows.width; c += lanes) {
            const std::int64_t rest = rows.width - c;
            store_up_to(out + r * rows.width + c, drop(load_up_to(x + r * rows.width + c, rest), c), rest);
        }
    }
}

} // namespace tunedesk::kernel::TUNEDESK_ISA
