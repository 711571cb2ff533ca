#include "run/this_machine.h"

#include "base/error.h"
#include "base/file.h"
#include "base/text.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <sched.h>

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
        return read_file(path, 5004, 1u << 20);
    } catch (const Error&) {
        return std::nullopt;
    }
}

/// What a limit of this control group or of one above it leaves (cgroup v2).
std::uint64_t group_memory(std::uint64_t available) {
    const auto membership = contents("/proc/self/cgroup");
    if (!membership || !membership->starts_with("0::/")) return available;
    fs::path group = "/sys/fs/cgroup" + std::string(trimmed(membership->substr(3)));
    while (group.string().starts_with("/sys/fs/cgroup")) {
        const auto limit = contents(group / "memory.max"), used = contents(group / "memory.current");
        if (limit && used)
            if (const auto most = number_in(*limit)) {
                const std::uint64_t now = number_in(*used).value_or(0);
                available = std::min(available, *most > now ? *most - now : 0);
            }
        group = group.parent_path();
    }
    return available;
}

} // namespace

ThisMachine this_machine() {
    ThisMachine machine;
    cpu_set_t allowed;
    CPU_ZERO(&allowed);
    if (::sched_getaffinity(0, sizeof allowed, &allowed) == 0)
        machine.cores = std::max(1, CPU_COUNT(&allowed));
    if (const auto memory = contents("/proc/meminfo"))
        for (const std::string_view line : split(*memory, '\n'))
            if (line.starts_with("MemAvailable:"))
                machine.available_memory = group_memory(number_in(line.substr(13)).value_or(0) * 1024);
    machine.gpus = visible_gpus();
    return machine;
}

} // namespace tunedesk::run
