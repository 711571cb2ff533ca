// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/predict/prediction_file.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace tunedesk::run {

/// A row of a file that a language model is asked.
struct FilePrompt {
    PredictionServer::Prompt prompt;
    std::string question; ///< the last message of it, or the text
    std::string expected; ///< the answer that the file has; empty: none
    std::uint64_t line = 0;
};

/// Prompts of a CSV, TSV or JSONL file. Of conversations: a list of messages up to its last answer, or an
/// instruction with its input; else a text to continue. Throws what data::read_table() throws.
std::vector<FilePrompt> read_prompts(const fs::path& file, const TextColumns& columns, bool conversations);

/// The prompt of a single text.
PredictionServer::Prompt prompt_of(const std::string& text, bool conversations);

/// Writes a CSV of prompt, expected (where the file has any), answer and line (from 1), atomically; where
/// `wanted` returns false, nothing is written and `rows` is 0. An answer is right that is the expected one
/// but for white space around it; a prompt that the model has no room for has none.
FilePredictions answer_prompts(
    PredictionServer& server, const std::vector<FilePrompt>& prompts, const task::GenerationSpec& spec,
    const fs::path& to, const std::function<bool()>& wanted = [] { return true; });

} // namespace tunedesk::run
