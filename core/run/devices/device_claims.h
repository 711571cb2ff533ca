// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file_lock.h"
#include "base/gpu/nvml.h"
#include "run/registry/user_settings.h"

#include <map>
#include <string>
#include <vector>

namespace tunedesk::run {

/// A device that a queued run can claim: a GPU, or a slot of this machine's processor for all ranks of a run.
struct ClaimableDevice {
    std::string id; ///< a GPU's UUID, or "cpu-0"
    bool gpu = false;
    bool free = false; ///< not claimed, and a GPU's memory is free
};

/// The slots first, then the GPUs in their order.
std::vector<ClaimableDevice> all_devices(const std::vector<Gpu>& gpus, const UserSettings& settings);

/// Devices that this process has claimed, so that queued runs of this user wait for them (locks in
/// state_home()/devices). A claim is advisory: a run that is started by hand trains anyway.
class DeviceClaims {
public:
    /// Whether the device is now this object's, or was already.
    bool claim(const std::string& id);
    bool holds(const std::string& id) const { return locks_.contains(id); }
    bool empty() const { return locks_.empty(); }
    std::vector<std::string> ids() const;
    /// A process that inherits them holds the claims too, until it ends.
    std::vector<int> descriptors() const;

private:
    std::map<std::string, FileLock> locks_;
};

} // namespace tunedesk::run
