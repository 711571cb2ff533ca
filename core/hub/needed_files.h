// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "hub/hub_client.h"

namespace tunedesk::hub {

/// What training needs of a model's files: the configuration, the tokenizer, what a sentence encoder and a
/// chat model say of themselves, and weights in safetensors. Pickles and the formats of other programs are
/// never among them.
struct NeededFiles {
    std::vector<HubFile> small;       ///< all but the weights
    std::vector<HubFile> weights;     ///< model.safetensors, or an adapter's
    std::optional<HubFile> index;     ///< in place of model.safetensors: names the shards
    std::vector<HubFile> safetensors; ///< all that are listed, of which the index names some
};

/// Throws Error 4374 if there are no safetensors, 7081 if there is no config.json.
NeededFiles needed_files(const HubModelInfo& model);

/// The files that an index names. Throws Error 7081 if it is damaged, or names what is not listed.
std::vector<HubFile> shards_of_index(const NeededFiles& files, std::string_view index_text,
                                     const std::string& where);

} // namespace tunedesk::hub
