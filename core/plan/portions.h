#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tunedesk::plan {

/// How rows go through the model without gradients: longest first, so that the most memory is needed at the
/// start, in portions of about equal numbers of tokens.
struct Portions {
    std::vector<std::vector<std::uint32_t>> rows; ///< of each portion; every row is in one
    /// Above 1: as many portions at a time, each on one thread that waits for no other. Else the threads
    /// share the operations of one.
    int at_once = 1;
};

/// `lengths`: tokens of each row. All portions at work together have no more tokens than the `batch_size`
/// longest rows. `threads`: those of the host, or 0 for a device, which is given as many tokens as
/// that at a time. The rows of a portion do not depend on the number of threads.
Portions portions(std::span<const std::uint32_t> lengths, std::size_t batch_size, int threads);

/// Tokens of the portions that are at work together, at most.
std::uint64_t tokens_at_once(const Portions& portions, std::span<const std::uint32_t> lengths);

} // namespace tunedesk::plan
