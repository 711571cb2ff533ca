// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kernel/kernels.h"

/// The functions that are compiled once per instruction set (TUNEDESK_ISA: avx512, avx2 or plain), and the
/// table of each set.
#define TUNEDESK_DECLARE_KERNELS(isa)                                                                        \
    namespace isa {                                                                                          \
    void attention_forward(const Attention&, std::int64_t, std::int64_t);                                    \
    void attention_backward(const Attention&, std::int64_t, std::int64_t);                                   \
    void block_attention_forward(const BlockAttention&, std::int64_t, std::int64_t);                         \
    void block_attention_backward(const BlockAttention&, std::int64_t, std::int64_t);                        \
    void residual_norm_forward(const ResidualNorm&, std::int64_t, std::int64_t);                             \
    void residual_norm_backward(const ResidualNorm&, std::int64_t, std::int64_t);                            \
    void activation_forward(Activation, Number, void*, const float*, void*, std::int64_t, std::int64_t,      \
                            std::int64_t);                                                                   \
    void activation_backward(Activation, Number, void*, void*, float*, std::int64_t, std::int64_t,           \
                             std::int64_t, std::int64_t);                                                    \
    void gated_forward(const Gated&, std::int64_t, std::int64_t);                                            \
    void gated_backward(const Gated&, std::int64_t, std::int64_t);                                           \
    void word_losses(const WordLosses&, std::int64_t, std::int64_t);                                         \
    void word_gradients(const WordLosses&, std::int64_t, std::int64_t);                                      \
    void rotate(const Rotation&, std::int64_t, std::int64_t);                                                \
    void four_bit_values(const FourBit&, std::int64_t, std::int64_t);                                        \
    void row_product(const RowProduct&, std::int64_t, std::int64_t);                                         \
    void dropout_rows(const Dropout&, const Rows&, const float*, float*, std::int64_t, std::int64_t);        \
    void adam(const OptimizerStep&, std::int64_t, std::int64_t);                                             \
    void sgd(const OptimizerStep&, std::int64_t, std::int64_t);                                              \
    void adam_8bit(const OptimizerStep&, std::int64_t, std::int64_t);                                        \
    double sum_of_squares(Number, const void*, std::int64_t, std::int64_t);                                  \
    extern const Kernels set;                                                                                \
    }

namespace tunedesk::kernel {
TUNEDESK_DECLARE_KERNELS(plain)
TUNEDESK_DECLARE_KERNELS(avx2)
TUNEDESK_DECLARE_KERNELS(avx512)
} // namespace tunedesk::kernel
