// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/line_stream.h"

#include "base/clock.h"
#include "base/text.h"
#include "remote/connection_error.h"
#include "remote/ssh_process.h"
#include "run/follow/line_reader.h"

#include <algorithm>
#include <fmt/format.h>
#include <thread>

namespace tunedesk::remote {

namespace {

constexpr double silence_seconds = 20, longest_pause = 30, moment = 0.1;
constexpr std::size_t most_strange_lines = 200; ///< output of login scripts

/// Splits one connection's bytes into lines and counts invalid ones.
class Lines {
public:
    Lines(const Server& server, const LineStream& stream)
        : server_(server), stream_(stream), lines_(stream.longest_line) {}

    /// Whether the bytes contained a valid line of the command.
    bool take(const std::string& bytes) {
        bool good = false;
        const bool fits = lines_.take(bytes, [&](const std::string& line) {
            if (stream_.see(line))
                good = true;
            else if (++strange_ > most_strange_lines)
                refuse(line);
        });
        if (!fits) refuse(std::string(lines_.rest().substr(0, 200)));
        return good;
    }

private:
    [[noreturn]] void refuse(const std::string& line) const {
        throw Error(ErrorId::server_line_invalid, {server_.name(), server_.name()}, shortened(line));
    }

    const Server& server_;
    const LineStream& stream_;
    run::LineReader lines_;
    std::size_t strange_ = 0;
};

/// Waits for the next attempt; false if the caller has stopped.
bool pause(const LineStream& stream, double seconds) {
    const double until = monotonic_seconds() + seconds;
    while (monotonic_seconds() < until) {
        if (stream.enough && stream.enough()) return false;
        if (stream.at_once && stream.at_once()) return true;
        if (stream.idle) stream.idle();
        std::this_thread::sleep_for(std::chrono::duration<double>(moment));
    }
    return !(stream.enough && stream.enough());
}

/// Reads one connection to its end. std::nullopt if enough() returned true.
std::optional<RemoteAnswer> read_connection(const Server& server, const LineStream& stream, bool& connected) {
    SshProcess ssh(server, stream.command());
    Lines lines(server, stream);
    double heard = monotonic_seconds(), idle_at = 0;
    while (!ssh.has_ended()) {
        if (stream.enough && stream.enough()) return std::nullopt;
        if (lines.take(ssh.read(moment))) {
            heard = monotonic_seconds();
            if (!std::exchange(connected, true) && stream.connection)
                stream.connection({ConnectionStatus::State::connected, {}, 0});
        }
        if (monotonic_seconds() - heard > silence_seconds) {
            ssh.kill();
            return RemoteAnswer{
                255, {}, fmt::format("nothing was heard for {:.0f} seconds", silence_seconds)};
        }
        if (monotonic_seconds() - idle_at < moment) continue;
        idle_at = monotonic_seconds();
        if (stream.idle) stream.idle();
    }
    return RemoteAnswer{ssh.code(), {}, ssh.said()};
}

} // namespace

std::optional<RemoteAnswer> read_lines(const Server& server, const LineStream& stream) {
    bool ever_connected = false;
    for (double wait = 1;;) {
        bool connected = false;
        if (stream.connection) stream.connection({ConnectionStatus::State::connecting, {}, 0});
        const auto answer = read_connection(server, stream, connected);
        if (!answer) return std::nullopt;
        if (answer->code != 255 && answer->code != 126 && answer->code != 127) return answer;
        if (connected) wait = 1;
        ever_connected |= connected;
        const Error error =
            connection_error(server.name(), server.settings().program, answer->code, answer->err);
        if (!is_passing(error) || !(ever_connected || stream.is_patient)) throw error;
        if (stream.connection) stream.connection({ConnectionStatus::State::lost, error, wait});
        if (!pause(stream, wait)) return std::nullopt;
        wait = std::min(2 * wait, longest_pause);
    }
}

} // namespace tunedesk::remote
