// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "event/event.h"
#include "event/socket/frame.h"

#include <cstring>
#include <deque>
#include <stdexcept>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>

namespace tunedesk::event {

/// The supervisor's end of a channel, with blocking reads and writes.
class Connection {
public:
    explicit Connection(int fd) : fd_(fd) {}

    /// std::nullopt at the end of the stream. Throws if the other side does not respond.
    std::optional<std::string> try_read() {
        char buffer[65536];
        while (payloads_.empty()) {
            const ssize_t n = ::recv(fd_.get(), buffer, sizeof buffer, 0);
            if (n == 0) return std::nullopt;
            if (n < 0) throw std::runtime_error("the other side is silent: " + errno_text(errno));
            for (std::string& payload : reader_.feed({buffer, static_cast<std::size_t>(n)}))
                payloads_.push_back(std::move(payload));
        }
        std::string payload = std::move(payloads_.front());
        payloads_.pop_front();
        return payload;
    }

    std::optional<Event> try_read_event() {
        const auto payload = try_read();
        return payload ? std::optional(parse_event(*payload)) : std::nullopt;
    }
    Event read_event() { return try_read_event().value(); }
    Json read_message() { return parse_json(try_read().value(), "", ErrorId::file_unreadable); }
    void send(std::string_view payload) { send_raw(make_frame(payload)); }
    void send_raw(std::string_view bytes) {
        if (::send(fd_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(bytes.size()))
            throw std::runtime_error("cannot send: " + errno_text(errno));
    }

    int fd() const { return fd_.get(); }

private:
    FileDescriptor fd_;
    FrameReader reader_;
    std::deque<std::string> payloads_;
};

/// A listening or connected socket.
inline FileDescriptor unix_socket(const fs::path& path, bool listens) {
    FileDescriptor fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
    const auto* name = reinterpret_cast<const sockaddr*>(&address);
    const bool done = listens ? ::bind(fd.get(), name, sizeof address) == 0 && ::listen(fd.get(), 8) == 0
                              : ::connect(fd.get(), name, sizeof address) == 0;
    if (!done) throw std::runtime_error(path.string() + ": " + errno_text(errno));
    return fd;
}

class Listener {
public:
    explicit Listener(const fs::path& path) : fd_(unix_socket(path, true)) {}

    Connection accept() {
        const int fd = ::accept4(fd_.get(), nullptr, nullptr, SOCK_CLOEXEC);
        const timeval limit{60, 0};
        ::setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
        return Connection(fd);
    }

private:
    FileDescriptor fd_;
};

} // namespace tunedesk::event
