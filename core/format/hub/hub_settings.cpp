// SPDX-License-Identifier: GPL-3.0-or-later
#include "format/hub/hub_settings.h"

#include "base/error.h"
#include "base/text.h"

#include <algorithm>
#include <cstdlib>

namespace tunedesk::format {

namespace {

constexpr std::uint64_t most_token_bytes = 4096;

std::string hub_variable(const char* name) {
    const char* value = std::getenv(name);
    return value ? std::string(trimmed(value)) : std::string();
}

fs::path with_home(const std::string& path) {
    if (path != "~" && !path.starts_with("~/")) return path;
    return fs::path(hub_variable("HOME")) / path.substr(std::min<std::size_t>(2, path.size()));
}

/// The folder of all of huggingface_hub's files.
fs::path hub_home() {
    if (const std::string home = hub_variable("HF_HOME"); !home.empty()) return with_home(home);
    const std::string caches = hub_variable("XDG_CACHE_HOME");
    return with_home(caches.empty() ? "~/.cache" : caches) / "huggingface";
}

std::string hub_token() {
    for (const char* name : {"HF_TOKEN", "HUGGING_FACE_HUB_TOKEN"})
        if (std::string token = hub_variable(name); !token.empty()) return token;
    const std::string given = hub_variable("HF_TOKEN_PATH");
    const fs::path file = given.empty() ? hub_home() / "token" : with_home(given);
    std::error_code unknown;
    if (!fs::is_regular_file(file, unknown)) return {};
    return std::string(trimmed(read_file(file, ErrorId::file_unreadable, most_token_bytes)));
}

bool is_true(std::string text) {
    text = ascii_lower(text);
    return text == "1" || text == "true" || text == "yes" || text == "on";
}

/// Whether the endpoint is SCHEME://HOST[:PORT][/PATH] of harmless characters.
bool is_plain_url(std::string_view url, std::string_view scheme) {
    if (!url.starts_with(scheme) || url.size() == scheme.size()) return false;
    return std::ranges::all_of(url.substr(scheme.size()), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
               std::string_view("-._~:/[]").find(c) != std::string_view::npos;
    });
}

} // namespace

fs::path hub_cache_folder() {
    for (const char* name : {"HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE"})
        if (const std::string folder = hub_variable(name); !folder.empty())
            return fs::absolute(with_home(folder)).lexically_normal();
    return fs::absolute(hub_home() / "hub").lexically_normal();
}

bool is_loopback(const std::string& endpoint) {
    for (const std::string_view start : {"http://127.0.0.1", "http://[::1]", "http://localhost"}) {
        if (!endpoint.starts_with(start)) continue;
        const std::string_view rest = std::string_view(endpoint).substr(start.size());
        if (rest.empty() || rest.front() == ':' || rest.front() == '/') return true;
    }
    return false;
}

HubSettings hub_settings() {
    HubSettings settings;
    settings.cache = hub_cache_folder();
    settings.is_offline = is_true(hub_variable("HF_HUB_OFFLINE"));
    if (std::string endpoint = hub_variable("HF_ENDPOINT"); !endpoint.empty()) {
        while (endpoint.ends_with('/'))
            endpoint.pop_back();
        const bool is_allowed = is_plain_url(endpoint, "https://") ||
                                (is_loopback(endpoint) && is_plain_url(endpoint, "http://"));
        if (!is_allowed) throw Error(ErrorId::hub_option_invalid, {"HF_ENDPOINT", shortened(endpoint)});
        settings.endpoint = std::move(endpoint);
    }
    settings.token = hub_token();
    if (!std::ranges::all_of(settings.token, [](char c) { return c > ' ' && c < 0x7f; }))
        throw Error(ErrorId::hub_option_invalid, {"HF_TOKEN", "***"});
    return settings;
}

} // namespace tunedesk::format
