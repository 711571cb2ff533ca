// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/folder/remote_place.h"

#include "base/error.h"
#include "base/text.h"

#include <algorithm>
#include <cstdio>
#include <fmt/format.h>

namespace tunedesk::run {

namespace {

/// A server's name as a folder name: "/", "%" and a leading dot are percent-encoded.
std::string server_folder_name(const std::string& server) {
    std::string name;
    for (const char c : server)
        name += c == '/' || c == '%' || (c == '.' && name.empty())
                    ? fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)))
                    : std::string(1, c);
    return name;
}

std::string server_name(const std::string& folder) {
    std::string name;
    for (std::size_t i = 0; i < folder.size(); ++i) {
        unsigned code = 0;
        if (folder[i] == '%' && i + 2 < folder.size() &&
            std::sscanf(folder.substr(i + 1, 2).c_str(), "%2X", &code) == 1) {
            name += static_cast<char>(code);
            i += 2;
        } else {
            name += folder[i];
        }
    }
    return name;
}

fs::path status_file(const fs::path& folder) {
    return folder / "status.json";
}

/// The last status received: {"stamp": of the files, "status": {...}}.
Json read_status_file(const fs::path& folder) {
    return parse_json(read_file(status_file(folder), ErrorId::status_file_damaged, 2u << 20), "status.json",
                      ErrorId::status_file_damaged);
}

} // namespace

fs::path views_folder() {
    return cache_home() / "servers";
}

fs::path view_folder(const RemoteRun& run) {
    const fs::path path(run.path);
    const bool goes_up =
        std::any_of(path.begin(), path.end(), [](const fs::path& part) { return part == ".."; });
    if (!path.is_absolute() || goes_up || run.server.empty())
        throw Error(ErrorId::remote_run_path_invalid, {shortened(run.path), run.server});
    fs::path relative = path.lexically_normal().relative_path();
    if (!relative.has_filename()) relative = relative.parent_path();
    return views_folder() / server_folder_name(run.server) / relative;
}

std::optional<RemoteRun> remote_run_of(const fs::path& folder) {
    const fs::path all = views_folder();
    const auto [end, rest] = std::mismatch(all.begin(), all.end(), folder.begin(), folder.end());
    if (end != all.end() || rest == folder.end()) return std::nullopt;
    fs::path path("/");
    for (auto part = std::next(rest); part != folder.end(); ++part)
        path /= *part;
    if (path == "/") return std::nullopt;
    return RemoteRun{server_name(rest->string()), path.string()};
}

std::optional<StreamStatus> last_status(const fs::path& folder) {
    if (!remote_run_of(folder)) return std::nullopt;
    try {
        const Json json = read_status_file(folder);
        const auto line = json.find("status");
        return line == json.end() ? std::nullopt : stream_status_from(line->dump());
    } catch (const std::exception&) {
        return std::nullopt; // no status yet, or the cache is damaged: the next one replaces it
    }
}

void write_status(const fs::path& folder, const StreamStatus& status, const std::string& stamp) {
    write_private_file(status_file(folder), Json{{"stamp", stamp}, {"status", to_json(status)}}.dump());
}

std::string files_stamp(const fs::path& folder) try {
    return read_status_file(folder).value("stamp", "");
} catch (const std::exception&) {
    return {}; // the files are requested again
}

} // namespace tunedesk::run
