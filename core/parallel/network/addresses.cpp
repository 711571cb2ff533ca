// SPDX-License-Identifier: GPL-3.0-or-later
#include "parallel/network/addresses.h"

#include "base/files/file.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <sys/socket.h>

namespace tunedesk::parallel {

namespace {

using NameOfSocket = int (*)(int, sockaddr*, socklen_t*);

std::string address_by(NameOfSocket name_of, int connection) {
    sockaddr_in name{};
    socklen_t size = sizeof name;
    char text[INET_ADDRSTRLEN] = {};
    if (name_of(connection, reinterpret_cast<sockaddr*>(&name), &size) != 0 || name.sin_family != AF_INET ||
        !::inet_ntop(AF_INET, &name.sin_addr, text, sizeof text))
        return {};
    return text;
}

} // namespace

std::string own_address(int connection) {
    return address_by(::getsockname, connection);
}

std::string routed_address(const std::string& address) {
    const FileDescriptor socket(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    sockaddr_in name{};
    name.sin_family = AF_INET;
    name.sin_port = htons(9); // arbitrary port: connecting a datagram socket only looks up the route
    if (!socket || ::inet_pton(AF_INET, address.c_str(), &name.sin_addr) != 1 ||
        ::connect(socket.get(), reinterpret_cast<const sockaddr*>(&name), sizeof name) != 0)
        return {};
    return own_address(socket.get());
}

std::string other_address(int connection) {
    return address_by(::getpeername, connection);
}

bool is_loopback_address(const std::string& address) {
    return address.starts_with("127.");
}

std::string interface_with(const std::string& address) {
    in_addr wanted{};
    ifaddrs* all = nullptr;
    if (::inet_pton(AF_INET, address.c_str(), &wanted) != 1 || ::getifaddrs(&all) != 0) return {};
    std::string found;
    for (const ifaddrs* each = all; each && found.empty(); each = each->ifa_next) {
        if (!each->ifa_addr || each->ifa_addr->sa_family != AF_INET) continue;
        if (reinterpret_cast<const sockaddr_in*>(each->ifa_addr)->sin_addr.s_addr == wanted.s_addr)
            found = each->ifa_name;
    }
    ::freeifaddrs(all);
    return found;
}

} // namespace tunedesk::parallel
