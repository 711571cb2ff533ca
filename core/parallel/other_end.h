// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace tunedesk::parallel {

/// The owner of the other end of a connection.
enum class OtherEnd {
    own_user,
    another_user,
    closed,
    unknown ///< not TCP over IPv4, not on this machine, or the kernel does not say
};

/// Asks the kernel, for some microseconds. A connection of this machine has two sockets, and the other one
/// belongs to the process that connected. Any thread.
OtherEnd other_end(int connection) noexcept;

} // namespace tunedesk::parallel
