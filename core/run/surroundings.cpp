// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/surroundings.h"

#include "base/error.h"
#include "base/text.h"

#include <arpa/inet.h>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <fmt/format.h>
#include <netinet/in.h>
#include <pwd.h>
#include <sys/socket.h>
#include <unistd.h>

namespace tunedesk::run {

namespace {

/// Binds on loopback as a rendezvous store does; the port bound, or nothing with errno set.
std::optional<int> try_port(int port) {
    FileDescriptor fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const int on = 1;
    ::setsockopt(fd.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    socklen_t size = sizeof address;
    auto* generic = reinterpret_cast<sockaddr*>(&address);
    if (!fd || ::bind(fd.get(), generic, size) != 0 || ::listen(fd.get(), 1) != 0 ||
        ::getsockname(fd.get(), generic, &size) != 0)
        return std::nullopt;
    return ntohs(address.sin_port);
}

std::optional<std::string> text_of(const fs::path& path) {
    try {
        return read_file(path, ErrorId::file_unreadable, 1 << 20);
    } catch (const Error&) {
        return std::nullopt;
    }
}

std::optional<std::uint64_t> counter(const fs::path& file, std::string_view name) {
    const auto text = text_of(file);
    if (!text) return std::nullopt;
    for (const std::string_view line : split(*text, '\n')) {
        const auto words = split(line, ' ');
        if (words.size() != 2 || words[0] != name) continue;
        std::uint64_t value = 0;
        const auto [end, failed] = std::from_chars(words[1].data(), words[1].data() + words[1].size(), value);
        if (failed == std::errc()) return value;
    }
    return std::nullopt;
}

} // namespace

int free_port() {
    if (const auto port = try_port(0)) return *port;
    throw Error(ErrorId::rendezvous_port_not_found, {errno_text(errno)});
}

void require_free_port(int port) {
    if (try_port(port)) return;
    throw Error(ErrorId::rendezvous_port_unusable, {fmt::to_string(port), errno_text(errno)},
                "parallel.master_port");
}

std::optional<std::uint64_t> oom_kills() {
    if (const char* folder = std::getenv("TUNEDESK_CGROUP"))
        return counter(fs::path(folder) / "memory.events", "oom_kill");
    const std::string groups = text_of("/proc/self/cgroup").value_or("");
    for (const std::string_view line : split(groups, '\n')) {
        const auto parts = split(line, ':');
        if (parts.size() < 3) continue;
        const std::string below(parts[2].substr(parts[2].empty() ? 0 : 1));
        if (parts[1].empty())
            if (const auto n = counter(fs::path("/sys/fs/cgroup") / below / "memory.events", "oom_kill"))
                return n;
        if (parts[1] == "memory")
            if (const auto n =
                    counter(fs::path("/sys/fs/cgroup/memory") / below / "memory.oom_control", "oom_kill"))
                return n;
    }
    return std::nullopt;
}

std::string logout_warning() {
    const char* given = std::getenv("TUNEDESK_LOGIND");
    const fs::path conf = given ? fs::path(given) / "logind.conf" : "/etc/systemd/logind.conf";
    const fs::path lingering = given ? fs::path(given) / "linger" : "/var/lib/systemd/linger";
    bool kills = false;
    const std::string settings = text_of(conf).value_or("");
    for (const std::string_view line : split(settings, '\n')) {
        const auto parts = split(trimmed(line), '=');
        if (parts.size() == 2 && trimmed(parts[0]) == "KillUserProcesses") {
            const std::string value = ascii_lower(trimmed(parts[1]));
            kills = value == "yes" || value == "true" || value == "1" || value == "on";
        }
    }
    const passwd* user = ::getpwuid(::getuid());
    const bool spared = ::getuid() == 0 && !given; // logind leaves root alone
    if (!kills || spared || (user && fs::exists(lingering / user->pw_name))) return {};
    return "this machine ends your processes when you log out (KillUserProcesses=yes): run "
           "`loginctl enable-linger`, or start with `systemd-run --user --scope tunedesk ...`";
}

} // namespace tunedesk::run
