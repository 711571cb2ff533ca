#pragma once

#include "parallel/world.h"
#include "plan/portions.h"
#include "train/session/announcer.h"

#include <c10/core/Device.h>
#include <functional>
#include <vector>

namespace tunedesk::train {

using plan::Portions;

/// LibTorch's threads, for a model on the host; 0 on a device.
int portion_threads(const at::Device& device);

/// Calls work(rows) for this rank's portions, every size-th one, without gradients, and from several threads
/// where several go at once. `phase` names the progress and the fault site. What work throws is thrown.
void for_each_portion(const Portions& portions, const parallel::World& world, const char* phase,
                      Announcer& announcer,
                      const std::function<void(const std::vector<std::uint32_t>&)>& work);

} // namespace tunedesk::train
