// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/predict/prediction_file.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace tunedesk::run {

/// A prompt for a language model, read from a row of a file.
struct FilePrompt {
    PredictionServer::Prompt prompt;
    std::string question; ///< the prompt's last message, or its text
    std::string expected; ///< the expected answer in the file; empty: none
    std::uint64_t line = 0;
};

/// Reads the prompts of a CSV, TSV or JSONL file. With `conversations`, each row is a list of messages (up to
/// its last answer) or an instruction with its input; else a text to continue. Throws what data::read_table()
/// throws.
std::vector<FilePrompt> read_prompts(const fs::path& file, const TextColumns& columns, bool conversations);

/// The prompt of a single text.
PredictionServer::Prompt prompt_of(const std::string& text, bool conversations);

/// Writes a CSV of prompt, expected (where the file has any), answer and line (from 1), atomically; if
/// `wanted` returns false, nothing is written and `rows` is 0. An answer is right if it equals the expected
/// one apart from surrounding white space. A prompt that is too long for the model has no answer.
FilePredictions answer_prompts(
    PredictionServer& server, const std::vector<FilePrompt>& prompts, const task::GenerationSpec& spec,
    const fs::path& to, const std::function<bool()>& wanted = [] { return true; });

} // namespace tunedesk::run
