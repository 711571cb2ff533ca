// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/host_figures.h"

#include <algorithm>
#include <climits>
#include <fstream>
#include <sched.h>
#include <sstream>
#include <string>
#include <unistd.h>

namespace tunedesk {

int HostFigures::load_since(const HostFigures& before) const {
    const std::uint64_t ticks = total - std::min(before.total, total);
    return ticks > 0 ? static_cast<int>(100 * (busy - std::min(before.busy, busy)) / ticks) : 0;
}

std::string host_name() {
    char name[HOST_NAME_MAX + 1] = {};
    return ::gethostname(name, sizeof name - 1) == 0 && *name ? name : "unknown";
}

int usable_cores() {
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    return ::sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? std::max(1, CPU_COUNT(&allowed)) : 1;
}

std::optional<HostFigures> read_host_figures() {
    HostFigures figures;
    std::ifstream stat("/proc/stat");
    std::string line;
    for (bool first = true; std::getline(stat, line) && line.starts_with("cpu"); first = false) {
        if (!first) {
            ++figures.cores;
            continue;
        }
        std::istringstream fields(line);
        std::string name;
        std::uint64_t ticks = 0;
        fields >> name;
        // user nice system idle iowait irq softirq steal; what follows is part of the first two
        for (int field = 0; field < 8 && fields >> ticks; ++field) {
            figures.total += ticks;
            if (field != 3 && field != 4) figures.busy += ticks;
        }
    }
    std::ifstream memory("/proc/meminfo");
    std::uint64_t available = 0;
    for (std::string name; memory >> name;) {
        std::uint64_t kib = 0;
        memory >> kib;
        if (name == "MemTotal:") figures.memory_total = kib * 1024;
        if (name == "MemAvailable:") available = kib * 1024;
        std::getline(memory, line);
    }
    figures.memory_used = figures.memory_total - std::min(available, figures.memory_total);
    if (figures.total == 0 || figures.memory_total == 0) return std::nullopt;
    return figures;
}

} // namespace tunedesk
