// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/network.h"
#include "task/generation.h"
#include "train/generation/text_form.h"

#include <functional>
#include <string_view>

namespace tunedesk::train {

/// Gets the next piece of text after each token: complete UTF-8 characters, possibly none. Returns false to
/// stop.
using HearText = std::function<bool(std::string_view)>;

/// Generates a continuation of `prompt`. Pieces of text are passed to `hear` as soon as they cannot be part
/// of a stop string. `positions`: those of the model. Throws Error 4227 for a prompt that leaves no position,
/// 4343 if the model's outputs are not finite. Does not change the network, which may be in training.
task::Generation generate(const model::Network& network, std::int64_t positions, const TextForm& form,
                          Prompt prompt, const task::GenerationSpec& spec, const HearText& hear);

} // namespace tunedesk::train
