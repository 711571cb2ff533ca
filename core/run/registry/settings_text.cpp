// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/registry/settings_text.h"

#include "base/error.h"
#include "preset/yaml/yaml_tree.h"

#include <charconv>
#include <fmt/format.h>

namespace tunedesk::run {

namespace {

[[noreturn]] void refuse(const std::string& what, const std::string& where) {
    throw Error(ErrorId::settings_invalid, {what}, where);
}

double number_from(const std::string& key, const preset::Node& value, double least, double most,
                   const std::string& where) {
    double number = 0;
    const char* end = value.text.data() + value.text.size();
    const auto [stop, failed] = std::from_chars(value.text.data(), end, number);
    if (failed != std::errc() || stop != end || number < least || number > most)
        refuse(fmt::format("{}: '{}' is not a number from {} to {}", key, value.text, least, most), where);
    return number;
}

/// One server's `NAME: {program: PATH, folder: DIR}`.
ServerSettings server_from(const preset::Node& name, const preset::Node& value, const std::string& where) {
    ServerSettings server{name.text, {}, {}};
    if (value.kind == preset::Node::Kind::null) return server;
    if (value.kind != preset::Node::Kind::map)
        refuse("servers: a server is written as NAME: {program: PATH, folder: DIR}", where);
    for (std::size_t i = 0; i + 1 < value.items.size(); i += 2) {
        const std::string& key = value.items[i].text;
        if (key == "program")
            server.program = value.items[i + 1].text;
        else if (key == "folder")
            server.folder = value.items[i + 1].text;
        else
            refuse(fmt::format("'{}' is not a setting of a server; the settings are program and folder", key),
                   where);
    }
    return server;
}

} // namespace

UserSettings parse_user_settings(std::string_view text, const std::string& file) {
    UserSettings settings;
    std::vector<preset::Problem> problems;
    const auto root = preset::read_yaml(text, file, problems);
    if (!problems.empty()) refuse(sentence(problems.front().what), problems.front().place);
    for (std::size_t i = 0; root && i + 1 < root->items.size(); i += 2) {
        const std::string& key = root->items[i].text;
        const preset::Node& value = root->items[i + 1];
        const std::string where = preset::place_of(file, value.mark);
        if (value.kind == preset::Node::Kind::null) continue;
        if (key == "servers") {
            if (value.kind != preset::Node::Kind::map) refuse("servers must name servers", where);
            for (std::size_t j = 0; j + 1 < value.items.size(); j += 2)
                settings.servers.push_back(server_from(value.items[j], value.items[j + 1], where));
            continue;
        }
        if (value.kind != preset::Node::Kind::scalar) refuse(key + " must be a single value", where);
        if (key == "cpu_slots")
            settings.cpu_slots = static_cast<int>(number_from(key, value, 1, 64, where));
        else if (key == "gpu_free")
            settings.gpu_free = number_from(key, value, 0, 1, where);
        else if (key == "notify_command")
            settings.notify_command = value.text;
        else if (key == "notify_url") {
            if (!value.text.starts_with("https://") && !value.text.starts_with("http://"))
                refuse("notify_url: an address begins with https:// or http://", where);
            settings.notify_url = value.text;
        } else
            refuse(fmt::format("'{}' is not a setting", key), where);
    }
    return settings;
}

} // namespace tunedesk::run
