// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/network.h"
#include "task/generation.h"
#include "train/generation/text_form.h"

#include <functional>
#include <string_view>

namespace tunedesk::train {

/// Gets a piece of the text behind each token, whole characters of UTF-8, maybe none; false ends the text.
using HearText = std::function<bool(std::string_view)>;

/// Continues `prompt` with the network of a language model of so many positions; the text's pieces go to
/// `hear` as soon as they can be no part of a stop string. Throws Error 4227 for a prompt that leaves no
/// position, 4343 if the model's outputs are not finite. The network may be in training: nothing of it
/// changes.
task::Generation generate(const model::Network& network, std::int64_t positions, const TextForm& form,
                          Prompt prompt, const task::GenerationSpec& spec, const HearText& hear);

} // namespace tunedesk::train
