// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/generation/prompt_samples.h"

#include "base/text.h"
#include "plan/model_folder.h"
#include "task/task.h"
#include "train/generation/text_generator.h"

namespace tunedesk::train {

PromptSamples::PromptSamples(const Preset& preset, const model::Network& network, std::int64_t positions)
    : preset_(preset), network_(network), positions_(positions) {
    if (!preset.evaluation.prompts.empty() && task::task_of(preset.task).has_words())
        form_.emplace(TextForm::load(plan::model_folder(preset)));
}

std::vector<event::TextSample> PromptSamples::make() const {
    std::vector<event::TextSample> samples;
    if (!form_) return samples;
    const bool is_chat = task::task_of(preset_.task).target == task::Target::answers;
    task::GenerationSpec spec;
    spec.max_new_tokens = preset_.evaluation.max_new_tokens;
    for (const std::string_view part : split(preset_.evaluation.prompts, '|')) {
        const std::string prompt(trimmed(part));
        if (prompt.empty()) continue;
        const Prompt asked =
            is_chat ? form_->prompt(data::Conversation{{"user", prompt}}) : form_->prompt(prompt);
        event::TextSample& sample = samples.emplace_back(prompt);
        if (asked.ids.empty() || static_cast<std::int64_t>(asked.ids.size()) >= positions_) continue;
        try {
            sample.text = generate(network_, positions_, *form_, asked, spec, [](std::string_view) {
                              return true;
                          }).text;
        } catch (const Error& error) {
            if (!error.is(ErrorId::outputs_not_finite)) throw; // the training's own policy judges that
        }
    }
    return samples;
}

} // namespace tunedesk::train
