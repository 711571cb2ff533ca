#pragma once

#include "parallel/world.h"
#include "train/announcer.h"

#include <c10/core/Device.h>
#include <functional>
#include <span>
#include <vector>

namespace tunedesk::train {

/// How rows go through the model without gradients: longest first, so that the most memory is needed at the
/// start, in portions of about equal numbers of tokens.
struct Portions {
    std::vector<std::vector<std::uint32_t>> rows; ///< of each portion; every row is in one
    /// As many as there are threads, each portion on one thread that waits for no other; or 1, in whose
    /// operations all threads share. Those at work together have no more tokens than the `batch_size` longest
    /// rows, but for a single row's.
    int at_once = 1;
};

/// `lengths`: tokens of each row. Several at once where that gives each of `threads` enough to do.
Portions portions(std::span<const std::uint32_t> lengths, std::size_t batch_size, int threads);

/// The threads among which portions may be divided: LibTorch's on the host; a device is given one at a time.
int portion_threads(const at::Device& device);

/// Calls work(rows) for this rank's portions, every size-th one, without gradients, and from several threads
/// where several go at once. `phase` names the progress and the fault site. What work throws is thrown.
void for_each_portion(const Portions& portions, const parallel::World& world, const char* phase,
                      Announcer& announcer,
                      const std::function<void(const std::vector<std::uint32_t>&)>& work);

} // namespace tunedesk::train
