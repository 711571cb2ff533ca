// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_config.h"
#include "train/generation/text_generator.h"

#include <memory>

namespace tunedesk::train {

/// A language model that generates text on the CPU. Thread rule: one thread.
class LanguageModel {
public:
    /// Opens a Hugging Face folder of a language model or of its adapters. Throws Errors 42xx, 43xx if the
    /// folder is missing or damaged, or the tokenizer does not fit the model.
    explicit LanguageModel(const fs::path& folder);
    ~LanguageModel();

    /// Whether answer() is possible; else only continue_text() is.
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

/// Whether the folder holds a language model: its family has one, and the weights have no classification
/// head. Throws Errors 43xx if it is not a model folder.
bool is_language_model(const fs::path& folder);

} // namespace tunedesk::train
