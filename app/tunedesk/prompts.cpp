// SPDX-License-Identifier: GPL-3.0-or-later
#include "prompts.h"

#include "base/error.h"
#include "base/json.h"
#include "base/text.h"
#include "output.h"

#include <cstdio>
#include <fmt/format.h>
#include <iostream>
#include <unistd.h>

namespace tunedesk::app {

namespace {

using Prompt = run::PredictionServer::Prompt;

bool takes_conversations(const run::PredictionServer& server, const PromptOptions& options) {
    return server.target() == task::Target::answers && !options.raw;
}

Prompt with_system(Prompt prompt, const PromptOptions& options) {
    if (!options.system.empty() && !prompt.messages.empty() && prompt.messages.front().first != "system")
        prompt.messages.insert(prompt.messages.begin(), {"system", options.system});
    return prompt;
}

/// Prints the text while it is generated, or one object at its end.
task::Generation print_answer(run::PredictionServer& server, const Prompt& prompt, const std::string& text,
                              const PromptOptions& options) {
    const task::Generation made = server.generate(prompt, options.generation, [&](const std::string& piece) {
        if (options.json) return true;
        write_text(piece);
        return std::fflush(stdout) == 0;
    });
    if (options.json) {
        Json line = {{"prompt", text}};
        line.update(task::json_of(made));
        print_json(line, -1);
    } else {
        print_text("\n");
    }
    std::fflush(stdout);
    return made;
}

/// Each input line is a message; earlier messages are part of the prompt.
void converse(run::PredictionServer& server, const PromptOptions& options) {
    Prompt prompt;
    std::string line;
    for (print_notice("> "); std::getline(std::cin, line); print_notice("> ")) {
        if (line.empty()) continue;
        require_utf8(line, "the prompt");
        prompt.messages.emplace_back("user", line);
        prompt = with_system(std::move(prompt), options);
        const task::Generation made = print_answer(server, prompt, line, options);
        if (made.seconds > 0 && !options.json)
            print_notice("({} tokens, {:.1f} per second)\n", made.tokens,
                         static_cast<double>(made.tokens - 1) / made.seconds);
        prompt.messages.emplace_back("assistant", made.text);
    }
    print_notice("\n");
}

} // namespace

void require_utf8(const std::string& text, const std::string& what) {
    if (find_invalid_utf8(text))
        throw Error(ErrorId::command_line_invalid,
                    {what + ": the text is not valid UTF-8", "tunedesk predict --help"});
}

void answer_texts(run::PredictionServer& server, const std::vector<std::string>& texts,
                  const PromptOptions& options) {
    const bool conversations = takes_conversations(server, options);
    const auto answer = [&](const std::string& text) {
        print_answer(server, with_system(run::prompt_of(text, conversations), options), text, options);
    };
    for (const std::string& text : texts)
        answer(text);
    if (!texts.empty()) return;
    if (conversations && ::isatty(STDIN_FILENO) == 1) return converse(server, options);
    std::size_t number = 0;
    for (std::string line; std::getline(std::cin, line);) {
        require_utf8(line, fmt::format("line {} of the standard input", ++number));
        if (!line.empty()) answer(line);
    }
}

void answer_file(run::PredictionServer& server, const fs::path& file, const run::TextColumns& columns,
                 const fs::path& out, const PromptOptions& options) {
    std::vector<run::FilePrompt> prompts =
        run::read_prompts(file, columns, takes_conversations(server, options));
    for (run::FilePrompt& each : prompts)
        each.prompt = with_system(std::move(each.prompt), options);
    if (out.empty()) {
        for (const run::FilePrompt& each : prompts)
            print_answer(server, each.prompt, each.question, options);
        return;
    }
    const run::FilePredictions written = run::answer_prompts(server, prompts, options.generation, out);
    print_text("{} answers written: {}\n", written.rows, out.string());
    if (const std::string score = run::score_text(written); !score.empty()) print_text("{}\n", score);
}

} // namespace tunedesk::app
