// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/connection_error.h"

#include "base/text.h"

#include <algorithm>

namespace tunedesk::remote {

namespace {

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

/// The last non-empty line: ssh prints the reason last.
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
        return Error(ErrorId::server_program_missing, {server, program, server}, reason);
    if (has(said, "Permission denied") || has(said, "Too many authentication failures"))
        return Error(ErrorId::server_login_refused, {server, server, login}, reason);
    if (has(said, "Host key verification failed") || has(said, "HOST IDENTIFICATION HAS CHANGED"))
        return Error(ErrorId::server_key_unknown, {server, login}, reason);
    if (has(said, "Could not resolve hostname")) return Error(ErrorId::server_name_unknown, {server}, reason);
    if (has(said, "Connection refused"))
        return Error(ErrorId::server_ssh_unanswered, {server, login}, reason);
    return Error(ErrorId::server_unreachable, {server, login}, reason);
}

bool is_connection_error(const Error& error) {
    constexpr ErrorId all[] = {
        ErrorId::server_name_unknown,     ErrorId::server_ssh_unanswered, ErrorId::server_unreachable,
        ErrorId::server_login_refused,    ErrorId::server_key_unknown,    ErrorId::server_program_missing,
        ErrorId::ssh_not_started,         ErrorId::server_program_other,  ErrorId::server_silent,
        ErrorId::server_answer_too_large, ErrorId::server_answer_invalid, ErrorId::server_line_invalid,
        ErrorId::attach_line_invalid};
    return std::ranges::any_of(all, [&](ErrorId id) { return error.is(id); });
}

bool is_passing(const Error& error) {
    return error.is(ErrorId::server_name_unknown) || error.is(ErrorId::server_ssh_unanswered) ||
           error.is(ErrorId::server_unreachable);
}

} // namespace tunedesk::remote
