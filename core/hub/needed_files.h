// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hub/hub_client.h"

namespace tunedesk::hub {

/// The files of a model that training needs: the configuration, the tokenizer, the settings of sentence
/// encoders and chat models, and weights in safetensors. Pickles and files of other frameworks are never
/// included.
struct NeededFiles {
    std::vector<HubFile> small;       ///< all except the weights
    std::vector<HubFile> weights;     ///< model.safetensors, or an adapter's
    std::optional<HubFile> index;     ///< the list of shards, if there is no model.safetensors
    std::vector<HubFile> safetensors; ///< all safetensors files, some of which the index lists
};

/// Selects the files. Throws Error 4374 if there are no safetensors, 7081 if there is no config.json.
NeededFiles needed_files(const HubModelInfo& model);

/// The files listed in an index. Throws Error 7081 if it is damaged or lists files that the hub does not
/// have.
std::vector<HubFile> shards_of_index(const NeededFiles& files, std::string_view index_text,
                                     const std::string& where);

} // namespace tunedesk::hub
