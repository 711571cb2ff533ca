// SPDX-License-Identifier: GPL-3.0-or-later
#include "parallel/strangers.h"

#include "base/error.h"
#include "base/files/file.h"
#include "parallel/other_end.h"

#include <algorithm>
#include <arpa/inet.h>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <linux/filter.h>
#include <map>
#include <sstream>
#include <string>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

namespace tunedesk::parallel {

namespace {

constexpr int table_readings = 10;

std::atomic<int> own_user_only = 0; ///< number of objects that require it

/// An address in the format of /proc/net/tcp and tcp6; empty for another family.
std::string in_table_form(const sockaddr_storage& address) {
    if (address.ss_family == AF_INET) {
        sockaddr_in v4{};
        std::memcpy(&v4, &address, sizeof v4);
        return fmt::format("{:08X}:{:04X}", v4.sin_addr.s_addr, ntohs(v4.sin_port));
    }
    if (address.ss_family != AF_INET6) return {};
    sockaddr_in6 v6{};
    std::memcpy(&v6, &address, sizeof v6);
    std::uint32_t words[4];
    std::memcpy(words, &v6.sin6_addr, sizeof words);
    return fmt::format("{:08X}{:08X}{:08X}{:08X}:{:04X}", words[0], words[1], words[2], words[3],
                       ntohs(v6.sin6_port));
}

/// The owner of each TCP socket of this machine, by "LOCAL REMOTE".
std::map<std::string, uid_t> owners_of_sockets() {
    std::map<std::string, uid_t> owners;
    for (const char* table : {"/proc/net/tcp", "/proc/net/tcp6"}) {
        std::ifstream file(table);
        std::string line;
        std::getline(file, line); // the header
        while (std::getline(file, line)) {
            std::istringstream words(line);
            std::string number, local, remote, state, queues, timer, retransmits;
            uid_t owner = 0;
            if (words >> number >> local >> remote >> state >> queues >> timer >> retransmits >> owner)
                owners[local + ' ' + remote] = owner;
        }
    }
    return owners;
}

bool listens(int socket) {
    int listening = 0;
    socklen_t size = sizeof listening;
    return ::getsockopt(socket, SOL_SOCKET, SO_ACCEPTCONN, &listening, &size) == 0 && listening;
}

void drop_every_packet(int socket) {
    sock_filter nothing = {BPF_RET | BPF_K, 0, 0, 0};
    const sock_fprog program = {1, &nothing};
    const int yes = 1;
    if (::setsockopt(socket, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program) != 0) {
        // the filter is already set, permanently, by another group of this process
        if (errno == EPERM) return;
        throw Error(ErrorId::socket_not_closed_to_others, {errno_text(errno)});
    }
    ::setsockopt(socket, SOL_SOCKET, SO_LOCK_FILTER, &yes, sizeof yes);
}

} // namespace

OwnUserOnly::OwnUserOnly(bool active) : active_(active) {
    own_user_only += active_;
}

OwnUserOnly::~OwnUserOnly() {
    own_user_only -= active_;
}

int accept_connection(int socket, sockaddr* address, socklen_t* size) noexcept {
    const socklen_t room = size ? *size : 0;
    for (;;) {
        // Not accept(): the worker replaces that function by this one.
        const auto connection = static_cast<int>(::syscall(SYS_accept4, socket, address, size, 0));
        if (connection < 0 || own_user_only == 0) return connection;
        const OtherEnd end = other_end(connection);
        if (end == OtherEnd::own_user || end == OtherEnd::unknown) return connection;
        ::close(connection);
        if (size) *size = room;
    }
}

std::vector<int> open_sockets() {
    std::vector<int> sockets;
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator("/proc/self/fd", failed)) {
        const std::string target = fs::read_symlink(entry.path(), failed).string();
        if (target.starts_with("socket:")) sockets.push_back(std::stoi(entry.path().filename().string()));
    }
    return sockets;
}

int shut_out_strangers(bool one_node, const std::vector<int>& others) {
    std::vector<std::pair<int, std::string>> connections; // with the other end's key in the table
    for (const int socket : open_sockets()) {
        if (std::ranges::count(others, socket)) continue;
        sockaddr_storage own{}, other{};
        socklen_t own_size = sizeof own, other_size = sizeof other;
        if (::getsockname(socket, reinterpret_cast<sockaddr*>(&own), &own_size) != 0 ||
            in_table_form(own).empty())
            continue;
        if (listens(socket))
            drop_every_packet(socket);
        else if (::getpeername(socket, reinterpret_cast<sockaddr*>(&other), &other_size) == 0)
            connections.emplace_back(socket, in_table_form(other) + ' ' + in_table_form(own));
    }
    int shut = 0;
    // The table is read in parts while other processes open and close sockets, so an entry may be missed
    // once. A socket that is never listed has closed its end.
    for (int reading = 0; one_node && reading < table_readings && !connections.empty(); ++reading) {
        const auto owners = owners_of_sockets();
        std::erase_if(connections, [&](const auto& connection) {
            const auto found = owners.find(connection.second);
            if (found == owners.end()) return false;
            if (found->second != ::geteuid()) {
                ::shutdown(connection.first, SHUT_RDWR);
                ++shut;
            }
            return true;
        });
    }
    return shut;
}

} // namespace tunedesk::parallel
