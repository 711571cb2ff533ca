// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/server.h"

#include <CLI/CLI.hpp>
#include <string>

namespace tunedesk::app {

/// Adds --host NAME: the command is then meant for another machine.
void add_host_option(CLI::App& command, std::string& host);

/// Runs the command on that machine, prints its output, and returns its exit code.
int relay(const std::string& host, const remote::Words& command, const std::string& input = {});

/// Watches a run there until it ends or Ctrl-C leaves it; its exit code, as `attach` gives it.
int attach_on(const std::string& host, const std::string& run, std::uint64_t from_seq, bool json);

/// The preset's text for another machine: a file's, or the standard input's for "-".
std::string preset_for_host(const std::string& file, const std::vector<std::string>& sets);

/// All of the standard input, for PRESET "-". Throws Error 2049 above 1 MiB.
std::string standard_input();

} // namespace tunedesk::app
