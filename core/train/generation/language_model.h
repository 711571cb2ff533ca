// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_config.h"
#include "train/generation/text_generator.h"

#include <memory>

namespace tunedesk::train {

/// A language model's folder that continues texts, on the processors. Thread rule: one thread.
class LanguageModel {
public:
    /// Opens a Hugging Face folder of a language model, or of adapters for one. Throws Errors 42xx, 43xx: no
    /// such folder, a damaged one, a tokenizer that does not fit the model.
    explicit LanguageModel(const fs::path& folder);
    ~LanguageModel();

    /// Whether it answers conversations; else it continues texts.
    bool is_chat() const { return form_.chat.has_value(); }
    /// Throws what train::generate() and TextForm::prompt() throw.
    task::Generation answer(const data::Conversation& conversation, const task::GenerationSpec& spec,
                            const HearText& hear) const;
    task::Generation continue_text(const std::string& text, const task::GenerationSpec& spec,
                                   const HearText& hear) const;

private:
    task::Generation generate_from(Prompt prompt, const task::GenerationSpec& spec,
                                   const HearText& hear) const;

    TextForm form_;
    std::int64_t positions_ = 0;
    std::unique_ptr<model::Network> network_;
};

/// Whether the folder's weights are a language model's: its family has such, and they hold no classifier.
/// Throws Errors 43xx for a folder that is no model's.
bool is_language_model(const fs::path& folder);

} // namespace tunedesk::train
