// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulated/settings.h"

#include <algorithm>
#include <cstdlib>

namespace tunedesk::simulated {

namespace {

std::uint64_t number(const char* name, std::uint64_t otherwise) {
    const char* value = std::getenv((std::string("TUNEDESK_SIMULATED_") + name).c_str());
    return value ? std::strtoull(value, nullptr, 10) : otherwise;
}

Settings read_settings() {
    Settings read;
    read.devices = static_cast<int>(std::clamp<std::uint64_t>(number("DEVICES", 2), 0, 8));
    read.capacity = number("MEBIBYTES", 256) << 20;
    read.delay_us = static_cast<int>(number("DELAY_US", 0));
    read.seed = number("SEED", 1);
    read.has_flash_attention = number("FLASH_ATTENTION", 1) != 0;
    read.without_stream_wait = number("WITHOUT_STREAM_WAIT", 0);
    read.without_host_wait = number("WITHOUT_HOST_WAIT", 0);
    read.without_synchronization = number("WITHOUT_SYNCHRONIZATION", 0);
    if (const char* how = std::getenv("TUNEDESK_SIMULATED_MISBEHAVIOUR")) read.misbehaviour = how;
    if (const char* side = std::getenv("TUNEDESK_SIMULATED_DELAYED")) read.delayed = side;
    if (const char* file = std::getenv("TUNEDESK_SIMULATED_REPORT")) read.report = file;
    return read;
}

} // namespace

const Settings& settings() {
    static const Settings once = read_settings();
    return once;
}

} // namespace tunedesk::simulated
