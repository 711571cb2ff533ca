// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <cstdint>
#include <optional>
#include <string>

namespace tunedesk::run {

/// A TCP port on loopback that is currently free. Throws Error 6014 if there is none.
int free_port();
/// Throws Error 6024, naming the port, if another process listens on it.
void require_free_port(int port);

/// Counts the kernel's out-of-memory kills in this process's control group (memory.events of cgroup v2, or
/// memory.oom_control of v1). TUNEDESK_CGROUP names another folder to read them from. std::nullopt if there
/// is no such file.
std::optional<std::uint64_t> oom_kills();

/// A warning that the machine kills a user's processes at logout, with the remedy; empty if it does not.
/// TUNEDESK_LOGIND names another folder that holds logind.conf and linger/ .
std::string logout_warning();

} // namespace tunedesk::run
