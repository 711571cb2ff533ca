// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/devices/device_claims.h"

#include <fmt/format.h>

namespace tunedesk::run {

namespace {

fs::path lock_of(const std::string& id) {
    std::string name;
    for (const char c : id)
        name +=
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ? c : '_';
    return state_home() / "devices" / (name + ".lock");
}

} // namespace

std::vector<ClaimableDevice> all_devices(const std::vector<Gpu>& gpus, const UserSettings& settings) {
    std::vector<ClaimableDevice> devices;
    for (int slot = 0; slot < settings.cpu_slots; ++slot) {
        const std::string id = fmt::format("cpu-{}", slot);
        devices.push_back({id, false, !FileLock::is_held(lock_of(id))});
    }
    for (const Gpu& gpu : gpus) {
        const bool room = static_cast<double>(gpu.memory_free()) >=
                          settings.gpu_free * static_cast<double>(gpu.memory_total);
        devices.push_back({gpu.uuid, true, room && !gpu.lost && !FileLock::is_held(lock_of(gpu.uuid))});
    }
    return devices;
}

std::vector<std::string> DeviceClaims::ids() const {
    std::vector<std::string> ids;
    for (const auto& [id, lock] : locks_)
        ids.push_back(id);
    return ids;
}

std::vector<int> DeviceClaims::descriptors() const {
    std::vector<int> descriptors;
    for (const auto& [id, lock] : locks_)
        descriptors.push_back(lock.descriptor());
    return descriptors;
}

bool DeviceClaims::claim(const std::string& id) {
    if (holds(id)) return true;
    auto lock = FileLock::try_take(lock_of(id));
    if (lock) locks_.emplace(id, std::move(*lock));
    return lock.has_value();
}

} // namespace tunedesk::run
