// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "commands.h"

#include <string>
#include <vector>

namespace tunedesk::app {

/// What `model search` and `data search` are asked for.
struct HubSearchOptions {
    std::vector<std::string> words;
    int limit = 20;
    bool json = false;
};

/// WORDS and --limit; `things` is "models" or "data sets".
void add_hub_search_options(CLI::App& command, HubSearchOptions& options, const std::string& things);

/// Ask the hub and print what it has found, as a table or JSON.
int search_hub_models(const HubSearchOptions& options);
int search_hub_data_sets(const HubSearchOptions& options);

} // namespace tunedesk::app
