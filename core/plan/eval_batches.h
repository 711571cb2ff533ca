// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tunedesk::plan {

/// How rows go through the model without gradients: longest first, so that the most memory is needed at the
/// start, in batches of about equal numbers of tokens.
struct EvalBatches {
    std::vector<std::vector<std::uint32_t>> rows; ///< of each batch; every row is in one
    /// Above 1: as many batches at a time, each on one thread that waits for no other. Else the threads
    /// share the operations of one.
    int at_once = 1;
};

/// `lengths`: tokens of each row. All batches at work together have no more tokens than the `batch_size`
/// longest rows. `threads`: those of the host, or 0 for a device, which is given as many tokens as
/// that at a time. The rows of a batch do not depend on the number of threads.
EvalBatches eval_batches(std::span<const std::uint32_t> lengths, std::size_t batch_size, int threads);

/// Tokens of the batches that are at work together, at most.
std::uint64_t tokens_at_once(const EvalBatches& batches, std::span<const std::uint32_t> lengths);

} // namespace tunedesk::plan
