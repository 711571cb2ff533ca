// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file_lock.h"
#include "base/gpu/nvml.h"
#include "run/registry/user_settings.h"

#include <map>
#include <string>
#include <vector>

namespace tunedesk::run {

/// A device that a queued run can claim: a GPU, or a CPU slot of this machine, which serves all ranks of a
/// run.
struct ClaimableDevice {
    std::string id; ///< a GPU's UUID, or "cpu-0"
    bool gpu = false;
    bool free = false; ///< not claimed, and for a GPU, its memory is free
};

/// All devices: the CPU slots, then the GPUs in their order.
std::vector<ClaimableDevice> all_devices(const std::vector<Gpu>& gpus, const UserSettings& settings);

/// Locks in state_home()/devices on the devices that this process has claimed; queued runs of this user wait
/// for them. Claims are advisory: a run that is started by hand ignores them.
class DeviceClaims {
public:
    /// Claims a device; true if this object holds it now.
    bool claim(const std::string& id);
    bool holds(const std::string& id) const { return locks_.contains(id); }
    bool empty() const { return locks_.empty(); }
    std::vector<std::string> ids() const;
    /// The locks' descriptors. A process that inherits them holds the claims until it ends.
    std::vector<int> descriptors() const;

private:
    std::map<std::string, FileLock> locks_;
};

} // namespace tunedesk::run
