// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hub/hub_client.h"

namespace tunedesk::hub {

/// A model that a search has found. Texts are the hub's, of unknown origin.
struct HubModelSummary {
    std::string name, license, task, model_type;
    std::int64_t downloads = 0; ///< of the last 30 days
    std::int64_t likes = 0;
    std::uint64_t parameters = 0; ///< 0: not known
    std::uint64_t bytes = 0;      ///< of its weights; 0: not known
    bool is_gated = false;
    bool is_supported = false; ///< an architecture that this program trains
};

/// Models with safetensors weights whose names have these words, the most downloaded first. Blocks; throws as
/// HubClient::json().
std::vector<HubModelSummary> search_models(HubClient& client, const std::string& words, int most);

} // namespace tunedesk::hub
