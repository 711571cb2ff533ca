// SPDX-License-Identifier: GPL-3.0-or-later
#include "event/socket/local_socket.h"

#include "base/clock.h"
#include "base/error.h"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <sys/socket.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace tunedesk::event {

namespace {

std::optional<sockaddr_un> address_of(const fs::path& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string text = path.string();
    if (text.size() > longest_socket_path) return std::nullopt;
    std::memcpy(address.sun_path, text.c_str(), text.size() + 1);
    return address;
}

} // namespace

FileDescriptor listen_at(const fs::path& path) {
    make_private_folder(path.parent_path());
    const auto address = address_of(path);
    if (!address) throw Error(ErrorId::socket_path_too_long, {}, path.string());
    FileDescriptor fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    ::unlink(path.c_str());
    const auto* generic = reinterpret_cast<const sockaddr*>(&*address);
    if (!fd || ::bind(fd.get(), generic, sizeof *address) != 0 || ::chmod(path.c_str(), 0600) != 0 ||
        ::listen(fd.get(), 128) != 0)
        throw Error(ErrorId::socket_not_listening, {errno_text(errno)}, path.string());
    return fd;
}

std::optional<FileDescriptor> connect_to(const fs::path& path, Connecting how) {
    const auto address = address_of(path);
    if (!address) {
        errno = ENAMETOOLONG;
        return std::nullopt;
    }
    FileDescriptor fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | (how.blocks ? 0 : SOCK_NONBLOCK), 0));
    if (!fd) return std::nullopt;
    const auto* generic = reinterpret_cast<const sockaddr*>(&*address);
    const double deadline = how.patience > 0 ? monotonic_seconds() + how.patience : 0;
    while (::connect(fd.get(), generic, sizeof *address) != 0) {
        const bool may_succeed = !how.blocks && (errno == EAGAIN || errno == EINTR);
        if (!may_succeed || monotonic_seconds() > deadline) return std::nullopt;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return fd;
}

} // namespace tunedesk::event
