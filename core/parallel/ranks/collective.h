// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace tunedesk::parallel {

enum class CollectiveOp : std::uint8_t {
    sum,            ///< over all ranks of a group, in place
    broadcast,      ///< copies the first rank's values
    lead,           ///< the others wait until the group's first rank has done something
    gather,         ///< the group's first rank waits for what the others send
    all_gather,     ///< every rank gets the chunks of all, in their order
    reduce_scatter, ///< every rank gets its chunk of the sum over all ranks
    message,        ///< one rank sends, another receives
};
inline constexpr std::size_t collective_ops = 7;
const char* name_of(CollectiveOp op);

/// The purpose of a collective. Flight records store the number, so new values must be appended.
enum class Purpose : std::uint8_t {
    token_cache,
    device_names,
    feature_cache,
    checkpoint_choice,
    weight_comparison,
    weight_copy,
    gradient_sum,
    control_exchange,
    loss_sum,
    step_figures,
    evaluation,
    save,
    run_totals,
    parameter_gather, ///< of a block's parameters for a pass
    parameter_spread, ///< of those that an update has changed
    norm_sum,
    row_sum,            ///< of tables' gradients, by the rows that are used
    sample_counts,      ///< of a micro-batch
    embedding_gather,   ///< of a micro-batch, for a loss of all ranks' samples
    embedding_gradient, ///< back to the ranks
    stage_rows,         ///< hidden rows of a micro-batch, to the next pipeline stage
    stage_gradient,     ///< the gradient of those, back
    parameter_export,   ///< of other pipeline stages, to rank 0; of slices, to all ranks
    tied_table,         ///< of word embeddings, to the stage of the head
    tied_gradient,      ///< of that table, back
    slice_products,     ///< of layers divided by their inputs, and rows of a divided table of words
    slice_gradients,    ///< by the input of layers divided by their outputs
    slice_losses,       ///< of logits of a divided vocabulary
};
inline constexpr std::size_t purposes = 28;
/// "gradient sum": in messages and in data, translated in the context "Collective".
const char* name_of(Purpose purpose);

} // namespace tunedesk::parallel
