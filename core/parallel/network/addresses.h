// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace tunedesk::parallel {

/// The local IPv4 address of a TCP connection, as text: the one that routes to the other end, independent of
/// name resolution. "" if the socket is not an IPv4 TCP connection.
std::string own_address(int connection);
/// The local IPv4 address that would route to the numeric `address`, without sending anything. "" if there is
/// no route.
std::string routed_address(const std::string& address);
/// The remote address of a TCP connection.
std::string other_address(int connection);

/// Whether a numeric IPv4 address is a loopback address.
bool is_loopback_address(const std::string& address);

/// The network interface that has this IPv4 address; "" if none has, such as for a host name, another
/// machine, or an address behind NAT.
std::string interface_with(const std::string& address);

} // namespace tunedesk::parallel
