// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/evaluation.h"
#include "model/network.h"
#include "preset/preset.h"
#include "train/generation/text_form.h"

namespace tunedesk::train {

/// The preset's evaluation.prompts, answered by the model as it is. Thread rule: the training's.
class PromptSamples {
public:
    /// Reads the model folder's tokenizer where there are prompts. `network`, of a model of so many
    /// positions, must outlive it.
    PromptSamples(const Preset& preset, const model::Network& network, std::int64_t positions);

    /// One a prompt, with the likeliest tokens. A prompt that the model has no room for, or
    /// whose outputs are not finite, gets no text.
    std::vector<event::TextSample> make() const;

private:
    const Preset& preset_;
    const model::Network& network_;
    const std::int64_t positions_;
    std::optional<TextForm> form_;
};

} // namespace tunedesk::train
