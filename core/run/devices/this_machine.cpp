// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/devices/this_machine.h"

#include "base/error.h"
#include "base/files/file.h"
#include "base/host_figures.h"
#include "base/text.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>

namespace tunedesk::run {

namespace {

std::optional<std::uint64_t> number_in(std::string_view text) {
    text = trimmed(text);
    std::uint64_t value = 0;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end.ec != std::errc()) return std::nullopt; // "max"
    return value;
}

std::optional<std::string> contents(const fs::path& path) {
    try {
        return read_file(path, ErrorId::file_unreadable, 1u << 20);
    } catch (const Error&) {
        return std::nullopt;
    }
}

/// Lowers both figures to what the limits of this control group and of those above it leave (cgroup v2).
void apply_group_limits(ThisMachine& machine) {
    const auto membership = contents("/proc/self/cgroup");
    if (!membership || !membership->starts_with("0::/")) return;
    fs::path group = "/sys/fs/cgroup" + std::string(trimmed(membership->substr(3)));
    while (group.string().starts_with("/sys/fs/cgroup")) {
        const auto limit = contents(group / "memory.max"), used = contents(group / "memory.current");
        if (limit && used)
            if (const auto most = number_in(*limit)) {
                const std::uint64_t now = number_in(*used).value_or(0);
                machine.available_memory = std::min(machine.available_memory, *most > now ? *most - now : 0);
                machine.total_memory = std::min(machine.total_memory, *most);
            }
        group = group.parent_path();
    }
}

} // namespace

ThisMachine this_machine() {
    ThisMachine machine;
    machine.cores = usable_cores();
    if (const auto memory = contents("/proc/meminfo"))
        for (const std::string_view line : split(*memory, '\n')) {
            if (line.starts_with("MemTotal:"))
                machine.total_memory = number_in(line.substr(9)).value_or(0) * 1024;
            if (line.starts_with("MemAvailable:"))
                machine.available_memory = number_in(line.substr(13)).value_or(0) * 1024;
        }
    apply_group_limits(machine);
    GpuReading reading = Nvml().read();
    machine.gpus = visible_gpus(std::move(reading.gpus), std::getenv("CUDA_VISIBLE_DEVICES"));
    machine.driver = std::move(reading.driver);
    return machine;
}

} // namespace tunedesk::run
