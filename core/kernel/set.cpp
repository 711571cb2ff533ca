// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/sets.h"

#define TUNEDESK_TEXT2(x) #x
#define TUNEDESK_TEXT(x) TUNEDESK_TEXT2(x)

namespace tunedesk::kernel::TUNEDESK_ISA {

const Kernels set = {TUNEDESK_TEXT(TUNEDESK_ISA),
                     attention_forward,
                     attention_backward,
                     block_attention_forward,
                     block_attention_backward,
                     residual_norm_forward,
                     residual_norm_backward,
                     activation_forward,
                     activation_backward,
                     gated_forward,
                     gated_backward,
                     word_losses,
                     word_gradients,
                     rotate,
                     four_bit_values,
                     row_product,
                     dropout_rows,
                     adam,
                     sgd,
                     adam_8bit,
                     sum_of_squares};

} // namespace tunedesk::kernel::TUNEDESK_ISA
