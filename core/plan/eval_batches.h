// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tunedesk::plan {

/// Divides rows into batches for passes without gradients: longest first, so that the peak of memory occurs
/// at the start, in batches with similar numbers of tokens.
struct EvalBatches {
    std::vector<std::vector<std::uint32_t>> rows; ///< rows of each batch; every row is in exactly one
    /// Above 1: that many batches run concurrently, each on one thread. Else all threads share the operations
    /// of one batch.
    int at_once = 1;
};

/// `lengths`: tokens of each row. All concurrent batches together have at most as many tokens as the
/// `batch_size` longest rows. `threads`: of the host, or 0 for a device, which receives that many tokens at a
/// time. The rows of a batch do not depend on a host's number of threads.
EvalBatches eval_batches(std::span<const std::uint32_t> lengths, std::size_t batch_size, int threads);

/// The most tokens in concurrent batches.
std::uint64_t tokens_at_once(const EvalBatches& batches, std::span<const std::uint32_t> lengths);

} // namespace tunedesk::plan
