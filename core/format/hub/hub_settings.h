// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <string>

namespace tunedesk::format {

/// The source and the cache of models, from huggingface_hub's environment variables.
struct HubSettings {
    std::string endpoint = "https://huggingface.co"; ///< HF_ENDPOINT, without a slash at its end
    std::string token;                               ///< HF_TOKEN, else the file that `hf auth login` writes
    bool is_offline = false;                         ///< HF_HUB_OFFLINE
    fs::path cache;                                  ///< see hub_cache_folder()
};

/// HF_HUB_CACHE, else $HF_HOME/hub, else $XDG_CACHE_HOME/huggingface/hub, else ~/.cache/huggingface/hub.
fs::path hub_cache_folder();

/// All of them. Throws Error 2125 if HF_ENDPOINT is neither https nor, on this machine's loopback, http; or
/// if the token holds what no header may.
HubSettings hub_settings();

/// Whether `endpoint` is http://127.0.0.1, http://[::1] or http://localhost, with a port or without one.
bool is_loopback(const std::string& endpoint);

} // namespace tunedesk::format
