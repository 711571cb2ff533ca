// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The listening sockets of processes, and the result of another user connecting to them.

#include "base/files/file.h"

#include <arpa/inet.h>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <functional>
#include <grp.h>
#include <poll.h>
#include <set>
#include <sstream>
#include <string>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace tunedesk::test {

/// One listening socket; `name` as in the kernel's tables.
struct Listening {
    std::string table; ///< of /proc/net: tcp, tcp6 or unix
    std::string name;  ///< "0100007F:1F90", or a path ("@name" for an abstract one)
};

inline std::set<std::string> socket_inodes(const std::vector<int>& pids) {
    std::set<std::string> inodes;
    for (const int pid : pids) {
        std::error_code gone;
        for (const auto& entry : fs::directory_iterator("/proc/" + std::to_string(pid) + "/fd", gone)) {
            const std::string target = fs::read_symlink(entry.path(), gone).string();
            if (target.starts_with("socket:[")) inodes.insert(target.substr(8, target.size() - 9));
        }
    }
    return inodes;
}

inline std::vector<std::vector<std::string>> rows_of(const std::string& table) {
    std::vector<std::vector<std::string>> rows;
    std::ifstream file("/proc/net/" + table);
    std::string line, word;
    std::getline(file, line); // the header
    while (std::getline(file, line)) {
        std::istringstream words(line);
        std::vector<std::string>& row = rows.emplace_back();
        while (words >> word)
            row.push_back(word);
    }
    return rows;
}

/// Includes UDP sockets, which have no state.
inline std::vector<Listening> listening_sockets(const std::vector<int>& pids) {
    const std::set<std::string> inodes = socket_inodes(pids);
    std::vector<Listening> found;
    for (const char* table : {"tcp", "tcp6", "udp", "udp6"})
        for (const auto& row : rows_of(table))
            if (row.size() > 9 && inodes.contains(row[9]) && (row[3] == "0A" || table[0] == 'u'))
                found.push_back({table, row[1]});
    for (const auto& row : rows_of("unix"))
        if (row.size() > 7 && inodes.contains(row[6]) && row[3] == "00010000")
            found.push_back({"unix", row[7]});
    return found;
}

inline sockaddr_storage address_of(const Listening& socket, socklen_t& size) {
    sockaddr_storage address{};
    if (socket.table == "unix") {
        sockaddr_un local{};
        local.sun_family = AF_UNIX;
        std::strncpy(local.sun_path, socket.name.c_str(), sizeof local.sun_path - 1);
        size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + socket.name.size());
        if (local.sun_path[0] == '@') local.sun_path[0] = '\0';
        std::memcpy(&address, &local, sizeof local);
        return address;
    }
    const auto port =
        static_cast<std::uint16_t>(std::stoul(socket.name.substr(socket.name.rfind(':') + 1), {}, 16));
    sockaddr_in loopback{}; // addresses of all interfaces, or of IPv6's, also respond there
    loopback.sin_family = AF_INET;
    loopback.sin_port = htons(port);
    loopback.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    std::memcpy(&address, &loopback, sizeof loopback);
    size = sizeof loopback;
    return address;
}

/// A connection; empty if there is none within `milliseconds`.
inline FileDescriptor connect_within(const Listening& to, int milliseconds) {
    socklen_t size = 0;
    const sockaddr_storage address = address_of(to, size);
    FileDescriptor fd(::socket(address.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    if (::connect(fd.get(), reinterpret_cast<const sockaddr*>(&address), size) == 0) return fd;
    pollfd polled{fd.get(), POLLOUT, 0};
    int error = errno;
    if (error == EINPROGRESS && ::poll(&polled, 1, milliseconds) == 1) {
        socklen_t length = sizeof error;
        ::getsockopt(fd.get(), SOL_SOCKET, SO_ERROR, &error, &length);
    }
    if (error != 0) fd.reset();
    return fd;
}

/// The result of connecting: "refused", "closed" without a byte, "kept open", or "answered". `bytes` are sent
/// first.
inline std::string attempt(const Listening& to, const std::string& bytes) {
    const FileDescriptor fd = connect_within(to, 3000);
    if (!fd) return "refused";
    [[maybe_unused]] const auto sent = ::send(fd.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    pollfd polled{fd.get(), POLLIN, 0};
    if (::poll(&polled, 1, 3000) != 1) return "kept open";
    char buffer[64];
    return ::recv(fd.get(), buffer, sizeof buffer, 0) > 0 ? "answered" : "closed";
}

/// Runs `act` in a child process with uid 65534 without other groups; returns its pid. Needs root.
inline pid_t as_stranger(const std::function<void()>& act) {
    const pid_t child = ::fork();
    if (child != 0) return child;
    if (::setgroups(0, nullptr) == 0 && ::setresgid(65534, 65534, 65534) == 0 &&
        ::setresuid(65534, 65534, 65534) == 0)
        act();
    ::_exit(0);
}

/// The results of uid 65534 for each socket, one per line: "tcp 0100007F:1F90 refused".
inline std::string attempts_of_a_stranger(const std::vector<Listening>& sockets, const std::string& bytes) {
    int ends[2];
    if (::pipe(ends) != 0) return "no pipe";
    const FileDescriptor read_end(ends[0]);
    FileDescriptor write_end(ends[1]);
    const pid_t child = as_stranger([&] {
        for (const Listening& socket : sockets) {
            const std::string line = socket.table + ' ' + socket.name + ' ' + attempt(socket, bytes) + '\n';
            if (!write_all(write_end.get(), line)) return;
        }
    });
    write_end.reset();
    std::string said;
    char buffer[4096];
    for (ssize_t n = 0; (n = ::read(read_end.get(), buffer, sizeof buffer)) > 0;)
        said.append(buffer, static_cast<std::size_t>(n));
    ::waitpid(child, nullptr, 0);
    return said;
}

} // namespace tunedesk::test
