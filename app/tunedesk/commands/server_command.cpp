// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "commands.h"
#include "output.h"
#include "remote/server.h"

#include <fmt/format.h>
#include <memory>

namespace tunedesk::app {

namespace {

int add_server(const run::ServerSettings& settings) {
    const remote::Server server(settings);
    const std::string there = server.version();
    run::write_server(settings);
    print_text("{}: tunedesk {}\n", server.name(), there);
    if (const std::string difference = remote::version_difference(server, there); !difference.empty())
        print_text("warning: {}\n", difference);
    print_text("next: tunedesk --no-gui list --host {}\n", server.name());
    return 0;
}

int list_servers() {
    const auto servers = run::read_user_settings().servers;
    if (servers.empty()) print_text("No servers yet. next: tunedesk --no-gui server add NAME\n");
    for (const run::ServerSettings& server : servers)
        print_text("{}{}{}\n", server.name, server.program.empty() ? "" : "  program " + server.program,
                   server.folder.empty() ? "" : "  folder " + server.folder);
    return 0;
}

} // namespace

void add_server_command(CLI::App& app, Action& action) {
    CLI::App* server = app.add_subcommand("server", "Manage remote servers (SSH with a key or agent)");
    server->require_subcommand(1);
    auto settings = std::make_shared<run::ServerSettings>();
    CLI::App* add =
        server->add_subcommand("add", "Test the connection to a machine and save it in the settings");
    add->add_option("NAME", settings->name, "What ssh takes: a host of ~/.ssh/config, or USER@HOST")
        ->required();
    add->add_option("--program", settings->program,
                    "Path of tunedesk on that machine; default: looked up in its PATH")
        ->type_name("PATH");
    add->add_option(
           "--folder", settings->folder,
           "Base folder on that machine for relative preset paths and runs/; default: the home folder")
        ->type_name("DIR");
    add->callback([settings, &action] { action = [settings] { return add_server(*settings); }; });

    server->add_subcommand("list", "List the machines in the settings")->callback([&action] {
        action = list_servers;
    });

    auto name = std::make_shared<std::string>();
    CLI::App* remove =
        server->add_subcommand("remove", "Remove a machine from the settings; its runs are not changed");
    remove->add_option("NAME", *name, "As `server list` shows it")->required();
    remove->callback([name, &action] {
        action = [name] {
            run::remove_server(*name);
            return 0;
        };
    });
}

} // namespace tunedesk::app
