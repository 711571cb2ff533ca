// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/predict/answers.h"

#include <string>
#include <vector>

namespace tunedesk::app {

/// What `tunedesk predict` is asked of a language model.
struct PromptOptions {
    task::GenerationSpec generation{};
    std::string system; ///< the system's message before each prompt, of a chat model
    bool raw = false;   ///< of a chat model: texts are continued, without its chat template
    bool json = false;  ///< one object a prompt
};

/// Throws Error 2000, which names `what`, where the text is not UTF-8: JSON, in which the worker is asked,
/// would have other characters in its place.
void require_utf8(const std::string& text, const std::string& what);

/// Answers for the texts on the standard output, each as it is made; without any and on a terminal it holds a
/// conversation, otherwise for the lines of the standard input.
void answer_texts(run::PredictionServer& server, const std::vector<std::string>& texts,
                  const PromptOptions& options);
/// Answers for a file's rows: into the CSV `out`, or where it is empty on the standard output.
void answer_file(run::PredictionServer& server, const fs::path& file, const run::TextColumns& columns,
                 const fs::path& out, const PromptOptions& options);

} // namespace tunedesk::app
