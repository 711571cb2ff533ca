// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/evaluation.h"
#include "model/network.h"
#include "preset/preset.h"
#include "train/generation/text_form.h"

namespace tunedesk::train {

/// Texts generated from the preset's evaluation.prompts by the model in its current state. Thread rule: the
/// training thread.
class PromptSamples {
public:
    /// Reads the model folder's tokenizer where there are prompts. `network` must outlive this; `positions`:
    /// those of its model.
    PromptSamples(const Preset& preset, const model::Network& network, std::int64_t positions);

    /// Generates one text per prompt with the most likely tokens. The text is empty if the prompt is too long
    /// or the outputs are not finite.
    std::vector<event::TextSample> make() const;

private:
    const Preset& preset_;
    const model::Network& network_;
    const std::int64_t positions_;
    std::optional<TextForm> form_;
};

} // namespace tunedesk::train
