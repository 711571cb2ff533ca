// SPDX-License-Identifier: GPL-3.0-or-later
// Adds and removes servers in the settings file without changing its other contents.

#include "base/error.h"
#include "base/text.h"
#include "preset/yaml/write.h"
#include "preset/yaml/yaml_tree.h"
#include "run/registry/user_settings.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <optional>

namespace tunedesk::run {

namespace {

using preset::Node;

constexpr std::size_t most_settings_bytes = 1u << 20;

struct SettingsText {
    std::string text;
    std::optional<Node> root;
};

SettingsText settings_text() {
    SettingsText settings;
    std::error_code unknown;
    if (fs::exists(settings_file(), unknown))
        settings.text =
            preset::clean_text(read_file(settings_file(), ErrorId::settings_unreadable, most_settings_bytes));
    if (!settings.text.empty() && settings.text.back() != '\n') settings.text += '\n';
    std::vector<preset::Problem> problems;
    settings.root = preset::read_yaml(settings.text, settings_file().string(), problems);
    return settings;
}

std::string entry_of(const ServerSettings& server) {
    const auto is_plain = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) ||
               std::string_view("._@-").find(c) != std::string_view::npos;
    };
    const bool plain = std::isalpha(static_cast<unsigned char>(server.name.front())) &&
                       std::all_of(server.name.begin(), server.name.end(), is_plain);
    std::string inner;
    if (!server.program.empty()) inner = "program: " + preset::yaml_quoted(server.program);
    if (!server.folder.empty())
        inner += (inner.empty() ? "folder: " : ", folder: ") + preset::yaml_quoted(server.folder);
    return fmt::format("{}: {{{}}}", plain ? server.name : preset::yaml_quoted(server.name), inner);
}

/// Beginning of the line that holds `offset`, and of the next line.
std::pair<std::size_t, std::size_t> line_at(const std::string& text, std::size_t offset) {
    const std::size_t before = offset == 0 ? std::string::npos : text.rfind('\n', offset - 1);
    return {before == std::string::npos ? 0 : before + 1,
            std::min(text.find('\n', offset), text.size() - 1) + 1};
}

/// The index of the key in the map's items.
std::optional<std::size_t> place_in(const Node& map, std::string_view name) {
    for (std::size_t i = 0; i + 1 < map.items.size(); i += 2)
        if (map.items[i].text == name) return i;
    return std::nullopt;
}

/// Writes the text after verifying that it has the given servers and is otherwise unchanged.
void commit(const std::string& text, const std::vector<ServerSettings>& wanted) {
    const auto refuse = [] { throw Error(ErrorId::server_settings_unusual, {}, settings_file().string()); };
    std::vector<preset::Problem> problems;
    const auto root = preset::read_yaml(text, settings_file().string(), problems);
    if (!root || !problems.empty()) refuse();
    const Node* servers = root->find("servers");
    std::vector<ServerSettings> found;
    for (std::size_t i = 0; servers && i + 1 < servers->items.size(); i += 2) {
        const Node& value = servers->items[i + 1];
        const auto text_of = [&](const char* key) {
            const Node* node = value.find(key);
            return node ? node->text : std::string();
        };
        found.push_back({servers->items[i].text, text_of("program"), text_of("folder")});
    }
    if (!std::is_permutation(found.begin(), found.end(), wanted.begin(), wanted.end())) refuse();
    make_folders(settings_file().parent_path(), ErrorId::folder_not_created);
    write_private_file(settings_file(), text);
}

} // namespace

void write_server(const ServerSettings& server) {
    std::vector<ServerSettings> wanted = read_user_settings().servers;
    std::erase_if(wanted, [&](const ServerSettings& other) { return other.name == server.name; });
    wanted.push_back(server);
    SettingsText settings = settings_text();
    const auto section = settings.root ? place_in(*settings.root, "servers") : std::nullopt;
    if (!section) return commit(settings.text + "servers:\n  " + entry_of(server) + "\n", wanted);
    const Node& servers = settings.root->items[*section + 1];
    if (const auto old = place_in(servers, server.name)) {
        const Node& name = servers.items[*old];
        const auto [begin, end] = line_at(settings.text, name.offset);
        settings.text.replace(name.offset, end - name.offset, entry_of(server) + "\n");
    } else {
        const std::size_t indent =
            servers.items.empty() ? 2 : static_cast<std::size_t>(servers.items.front().mark.column - 1);
        settings.text.insert(line_at(settings.text, settings.root->items[*section].offset).second,
                             std::string(indent, ' ') + entry_of(server) + "\n");
    }
    commit(settings.text, wanted);
}

void remove_server(const std::string& name) {
    std::vector<ServerSettings> wanted = read_user_settings().servers;
    if (std::erase_if(wanted, [&](const ServerSettings& other) { return other.name == name; }) == 0)
        throw Error(ErrorId::server_unknown, {shortened(name)}, settings_file().string());
    SettingsText settings = settings_text();
    const Node& servers = *settings.root->find("servers");
    const Node& key = servers.items[*place_in(servers, name)];
    const auto [begin, end] = line_at(settings.text, key.offset);
    settings.text.erase(begin, end - begin);
    if (wanted.empty()) { // nothing must remain below "servers:"
        const Node& section = settings.root->items[*place_in(*settings.root, "servers")];
        const auto [first, next] = line_at(settings.text, section.offset);
        settings.text.erase(first, next - first);
    }
    commit(settings.text, wanted);
}

} // namespace tunedesk::run
