// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace tunedesk::parallel {

/// This end's IPv4 address of a TCP connection, as text: the one by which the kernel routes to the other end,
/// whatever this machine's name resolves to. "" if the socket is no such connection.
std::string own_address(int connection);
/// The same of a way to `address`, a numeric one, over which nothing is sent. "" if none leads there.
std::string routed_address(const std::string& address);
/// The other end's.
std::string other_address(int connection);

/// Of a numeric IPv4 address.
bool is_loopback_address(const std::string& address);

/// The network interface that has this IPv4 address; "" if none has: of a name, of another machine, or of one
/// that is reached through a translation of addresses.
std::string interface_with(const std::string& address);

} // namespace tunedesk::parallel
