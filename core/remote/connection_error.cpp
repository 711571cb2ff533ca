#include "remote/connection_error.h"

#include "base/text.h"

#include <fmt/format.h>

namespace tunedesk::remote {

namespace {

constexpr int unreachable = 7040, refused = 7041, unknown_key = 7042, no_program = 7043;

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

/// The last line that says something: ssh ends with its reason.
std::string last_line(const std::string& text) {
    std::string last;
    for (const std::string_view line : split(text, '\n'))
        if (const auto words = trimmed(line); !words.empty()) last = shortened(words, 300);
    return last;
}

} // namespace

Error connection_error(const std::string& server, const std::string& program, int code,
                       const std::string& said) {
    const std::string reason = last_line(said), login = "ssh " + server;
    if (code == 126 || code == 127)
        return Error(
            no_program, fmt::format("{} has no program '{}'", server, program), reason,
            fmt::format("install tunedesk there, or say where it is: tunedesk --no-gui server add {} "
                        "--program PATH",
                        server));
    if (has(said, "Permission denied") || has(said, "Too many authentication failures"))
        return Error(refused, fmt::format("{} refused the login", server), reason,
                     fmt::format("a key must be enough, for nobody is asked for a password: ssh-copy-id {}, "
                                 "or ssh-add; then try: {}",
                                 server, login));
    if (has(said, "Host key verification failed") || has(said, "HOST IDENTIFICATION HAS CHANGED"))
        return Error(
            unknown_key, fmt::format("the key of {} is not known, or has changed", server), reason,
            fmt::format("compare it with what the machine's owner says, and accept it once: {}", login));
    if (has(said, "Could not resolve hostname"))
        return Error(unreachable, fmt::format("there is no machine called {}", server), reason,
                     "look at the name, and at ~/.ssh/config");
    if (has(said, "Connection refused"))
        return Error(
            unreachable, fmt::format("nobody answers ssh on {}", server), reason,
            fmt::format("look whether sshd runs there, and at its port in ~/.ssh/config; then try: {}",
                        login));
    return Error(unreachable, fmt::format("{} cannot be reached", server), reason,
                 fmt::format("look at the network; then try: {}", login));
}

bool is_connection_error(const Error& error) {
    return error.id() >= unreachable && error.id() <= 7049;
}

bool is_passing(const Error& error) {
    return error.id() == unreachable;
}

} // namespace tunedesk::remote
