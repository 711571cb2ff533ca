// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace tunedesk {

/// Time counters of the host's processors since boot, and its memory, from /proc.
struct HostFigures {
    std::uint64_t busy = 0, total = 0;               ///< clock ticks of all cores
    std::uint64_t memory_used = 0, memory_total = 0; ///< bytes
    int cores = 0;

    /// Percentage of busy time since `before`; since boot if `before` is empty.
    int load_since(const HostFigures& before) const;
};

/// This machine's name; "unknown" if the kernel has none. Any thread.
std::string host_name();

/// Processors that this process may run on; at least 1. Any thread.
int usable_cores();

/// std::nullopt if /proc cannot be read. Any thread.
std::optional<HostFigures> read_host_figures();

} // namespace tunedesk
