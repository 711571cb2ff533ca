// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/predict/answers.h"

#include "base/error.h"
#include "base/text.h"
#include "data/chat/conversation.h"
#include "data/rows/table.h"

#include <algorithm>
#include <fmt/format.h>

namespace tunedesk::run {

namespace {

/// Without a list of messages and an answer the text is the question.
data::Conversation said_in(const data::Table::Row& row) {
    if (!row.label.empty()) return data::conversation_of(row);
    if (auto messages = data::parse_messages(row.text, /*answered=*/false)) return *messages;
    data::Table::Row answered = row;
    answered.label = "?";
    data::Conversation conversation = data::conversation_of(answered);
    conversation.pop_back();
    return conversation;
}

FilePrompt prompt_of(const data::Table::Row& row) {
    FilePrompt prompt;
    data::Conversation conversation = said_in(row);
    if (conversation.back().role == "assistant") {
        prompt.expected = conversation.back().content;
        conversation.pop_back();
    }
    for (data::Message& message : conversation)
        prompt.prompt.messages.emplace_back(std::move(message.role), std::move(message.content));
    if (!prompt.prompt.messages.empty()) prompt.question = prompt.prompt.messages.back().second;
    prompt.line = row.line;
    return prompt;
}

/// Empty if the prompt is too long or empty, or the outputs are not finite: other rows have answers.
task::Generation answer_of(PredictionServer& server, const FilePrompt& prompt,
                           const task::GenerationSpec& spec, const std::function<bool()>& wanted) {
    if (prompt.prompt.messages.empty() && prompt.prompt.text.empty()) return {};
    try {
        return server.generate(prompt.prompt, spec, [&](const std::string&) { return wanted(); });
    } catch (const Error& error) {
        if (!error.is(ErrorId::prompt_too_long) && !error.is(ErrorId::outputs_not_finite)) throw;
        return {};
    }
}

} // namespace

std::vector<FilePrompt> read_prompts(const fs::path& file, const TextColumns& columns, bool conversations) {
    std::vector<FilePrompt> prompts;
    if (!conversations) {
        TextFile texts = read_texts(file, columns.text, {});
        for (std::size_t i = 0; i < texts.texts.size(); ++i)
            prompts.push_back({{{}, texts.texts[i].text}, texts.texts[i].text, {}, texts.lines[i]});
        return prompts;
    }
    data::TableSpec spec = table_spec(columns);
    spec.chat = spec.label_optional = true;
    const data::Table table = data::read_table(file, spec);
    for (const data::Table::Row& row : table.rows())
        prompts.push_back(prompt_of(row));
    return prompts;
}

PredictionServer::Prompt prompt_of(const std::string& text, bool conversations) {
    if (conversations) return {{{"user", text}}, {}};
    return {{}, text};
}

FilePredictions answer_prompts(PredictionServer& server, const std::vector<FilePrompt>& prompts,
                               const task::GenerationSpec& spec, const fs::path& to,
                               const std::function<bool()>& wanted) {
    const bool has_expected =
        std::ranges::any_of(prompts, [](const FilePrompt& prompt) { return !prompt.expected.empty(); });
    std::string csv = has_expected ? "prompt,expected,answer,line\n" : "prompt,answer,line\n";
    FilePredictions result;
    for (const FilePrompt& prompt : prompts) {
        const task::Generation made = answer_of(server, prompt, spec, wanted);
        if (!wanted()) return {};
        csv += csv_field(prompt.question) + ",";
        if (has_expected) csv += csv_field(prompt.expected) + ",";
        csv += fmt::format("{},{}\n", csv_field(made.text), prompt.line);
        ++result.rows;
        if (prompt.expected.empty()) continue;
        ++result.labelled;
        result.right += trimmed(made.text) == trimmed(prompt.expected);
    }
    write_private_file(to, csv);
    return result;
}

} // namespace tunedesk::run
