#pragma once

#include "train/optimizer/optimizer.h"

#include <string>

namespace tunedesk::train {

/// Compares the weights and the optimizer state of all ranks by their hashes. Replicas whose kernels round
/// otherwise (another kind of processor) part a little with every update; where they have, all take rank 0's.
/// A collective between two steps. Returns a sentence that names the ranks that differed, on all ranks; ""
/// where none did.
std::string match_replicas(const model::Parameters& parameters, const Optimizer& optimizer,
                           parallel::Group& group);

} // namespace tunedesk::train
