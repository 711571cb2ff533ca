// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/clock.h"
#include "event/folder/run_folder.h"
#include "event/socket/frame.h"
#include "event/socket/local_socket.h"

#include <poll.h>
#include <string>
#include <sys/socket.h>
#include <vector>

namespace tunedesk::test {

/// A client of a run's socket with full control over the protocol.
class Client {
public:
    explicit Client(const event::RunFolder& folder) {
        if (auto fd = event::connect_to(folder.socket())) fd_ = std::move(*fd);
    }
    bool connected() const { return static_cast<bool>(fd_); }
    void send_raw(const std::string& bytes) const {
        [[maybe_unused]] const auto n = ::send(fd_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    }
    void send(const std::string& payload) const { send_raw(event::make_frame(payload)); }
    void attach(std::uint64_t from) const {
        send("{\"type\":\"Attach\",\"from_seq\":" + std::to_string(from) + "}");
    }

    /// Returns payloads until the end of the stream, `enough` payloads, or the timeout.
    std::vector<std::string> read(std::size_t enough, int seconds) {
        std::vector<std::string> payloads;
        const double deadline = monotonic_seconds() + seconds;
        while (payloads.size() < enough && monotonic_seconds() < deadline && !ended_) {
            pollfd poll{fd_.get(), POLLIN, 0};
            if (::poll(&poll, 1, 100) <= 0) continue;
            char buffer[1 << 16];
            const ssize_t n = ::recv(fd_.get(), buffer, sizeof buffer, 0);
            ended_ = n <= 0;
            if (n <= 0) break;
            for (std::string& payload : reader_.feed({buffer, static_cast<std::size_t>(n)}))
                payloads.push_back(std::move(payload));
        }
        return payloads;
    }
    bool ended() const { return ended_; }

private:
    FileDescriptor fd_;
    event::FrameReader reader_;
    bool ended_ = false;
};

} // namespace tunedesk::test
