// SPDX-License-Identifier: GPL-3.0-or-later
#include "parallel/other_end.h"

#include "base/files/file.h"

#include <arpa/inet.h>
#include <cerrno>
#include <cstring>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <optional>
#include <sys/socket.h>
#include <unistd.h>

namespace tunedesk::parallel {

namespace {

std::optional<sockaddr_in> ipv4(const sockaddr_storage& address) {
    if (address.ss_family != AF_INET) return std::nullopt;
    sockaddr_in v4{};
    std::memcpy(&v4, &address, sizeof v4);
    return v4;
}

/// The entry of one TCP socket in the kernel's table; std::nullopt if there is none.
std::optional<inet_diag_msg> look_up(const sockaddr_in& local, const sockaddr_in& remote) {
    const FileDescriptor kernel(::socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC, NETLINK_SOCK_DIAG));
    if (!kernel) return std::nullopt;
    struct {
        nlmsghdr header;
        inet_diag_req_v2 body;
    } request{};
    request.header.nlmsg_len = sizeof request;
    request.header.nlmsg_type = SOCK_DIAG_BY_FAMILY;
    request.header.nlmsg_flags = NLM_F_REQUEST;
    request.body.sdiag_family = AF_INET;
    request.body.sdiag_protocol = IPPROTO_TCP;
    request.body.idiag_states = ~0u;
    request.body.id.idiag_sport = local.sin_port;
    request.body.id.idiag_dport = remote.sin_port;
    request.body.id.idiag_src[0] = local.sin_addr.s_addr;
    request.body.id.idiag_dst[0] = remote.sin_addr.s_addr;
    request.body.id.idiag_cookie[0] = request.body.id.idiag_cookie[1] = INET_DIAG_NOCOOKIE;
    // The kernel answers during send().
    if (::send(kernel.get(), &request, sizeof request, 0) != ssize_t{sizeof request}) return std::nullopt;
    alignas(nlmsghdr) char answer[8192];
    const ssize_t size = ::recv(kernel.get(), answer, sizeof answer, MSG_DONTWAIT);
    nlmsghdr header{};
    inet_diag_msg found{};
    if (size < static_cast<ssize_t>(NLMSG_HDRLEN + sizeof found)) return std::nullopt;
    std::memcpy(&header, answer, sizeof header);
    if (header.nlmsg_type != SOCK_DIAG_BY_FAMILY) return std::nullopt; // an error: there is no entry
    std::memcpy(&found, answer + NLMSG_HDRLEN, sizeof found);
    return found;
}

} // namespace

OtherEnd other_end(int connection) noexcept {
    sockaddr_storage near{}, far{};
    socklen_t near_size = sizeof near, far_size = sizeof far;
    if (::getsockname(connection, reinterpret_cast<sockaddr*>(&near), &near_size) != 0 ||
        ::getpeername(connection, reinterpret_cast<sockaddr*>(&far), &far_size) != 0)
        return OtherEnd::closed;
    const auto here = ipv4(near), there = ipv4(far);
    if (!here || !there) return OtherEnd::unknown;
    const auto found = look_up(*there, *here);
    if (found && found->idiag_inode != 0) // otherwise it is closing and has no process
        return found->idiag_uid == ::geteuid() ? OtherEnd::own_user : OtherEnd::another_user;
    // A kernel without the table gives the same answer as one without the socket.
    return look_up(*here, *there) ? OtherEnd::closed : OtherEnd::unknown;
}

} // namespace tunedesk::parallel
