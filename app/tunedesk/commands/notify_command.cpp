// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "base/json.h"
#include "commands.h"
#include "output.h"

#include <chrono>
#include <cstdlib>
#include <fmt/format.h>
#include <httplib.h>
#include <regex>
#include <thread>

namespace tunedesk::app {

namespace {

constexpr int notify_tries = 3, notify_seconds = 10; ///< attempts, and timeout of each

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

/// "text" is what chat services show; the others are for programs.
Json message() {
    const std::string name = variable("TUNEDESK_NAME"), code = variable("TUNEDESK_CODE"),
                      line = variable("TUNEDESK_LINE");
    const std::string text = code == "0"    ? fmt::format("{} has finished", name)
                             : line.empty() ? fmt::format("{} ended with code {}", name, code)
                                            : fmt::format("{} ended with code {}: {}", name, code, line);
    return {{"text", text},
            {"name", name},
            {"run", variable("TUNEDESK_RUN")},
            {"code", std::atoi(code.c_str())},
            {"error", line.empty() ? Json() : Json(line)}};
}

/// Returns the error, or "".
std::string post(const std::string& origin, const std::string& path, const std::string& body) {
    httplib::Client client(origin);
    client.set_connection_timeout(notify_seconds);
    client.set_read_timeout(notify_seconds);
    client.set_write_timeout(notify_seconds);
    const httplib::Result result = client.Post(path, body, "application/json");
    if (!result) return httplib::to_string(result.error());
    return result->status / 100 == 2 ? std::string() : fmt::format("status {}", result->status);
}

/// Posts the environment's description of a run's end to TUNEDESK_URL. Redirects are not followed.
int notify_url() {
    const std::string url = variable("TUNEDESK_URL"),
                      body = message().dump(-1, ' ', false, Json::error_handler_t::replace);
    static const std::regex parts("(https?://[^/?#]+)([^#]*)(#.*)?");
    std::smatch found;
    if (!std::regex_match(url, found, parts)) {
        print_notice("notify_url does not begin with http:// or https://\n");
        return static_cast<int>(ExitCode::usage);
    }
    const std::string path =
        found[2].length() == 0 || found.str(2)[0] != '/' ? "/" + found.str(2) : found.str(2);
    std::string failure;
    for (int i = 0; i < notify_tries; ++i) {
        if (i > 0) std::this_thread::sleep_for(std::chrono::seconds(1 << i));
        failure = post(found.str(1), path, body);
        if (failure.empty()) return 0;
    }
    print_notice("notify_url was not reached: {}\n", failure);
    return static_cast<int>(ExitCode::rank_died);
}

} // namespace

/// Not in --help: started by a supervisor at a run's end.
void add_notify_command(CLI::App& app, Action& action) {
    app.add_subcommand("notify", "Posts a run's end to the user's notify_url")
        ->group("")
        ->callback([&action] { action = [] { return notify_url(); }; });
}

} // namespace tunedesk::app
