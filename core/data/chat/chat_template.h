// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "data/chat/conversation.h"

#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::data {

/// The text of the token that ends a text, by FOLDER/tokenizer_config.json; empty if it names none. Throws
/// Error 4200 for a damaged file.
std::string ending_token(const fs::path& folder);

/// How a model's conversations become one text: one of a closed list of forms, known by the text of the
/// model's chat template. A value.
class ChatTemplate {
public:
    enum class Form {
        chatml, ///< <|im_start|>role ... <|im_end|>: SmolLM2, Qwen
        llama3, ///< <|start_header_id|>role<|end_header_id|> ... <|eot_id|>
        zephyr, ///< <|role|> ... </s>: Zephyr, TinyLlama
        mistral ///< [INST] ... [/INST] ... </s>
    };

    /// A part of the text. Answers are what is learnt, with the token that ends them.
    struct Piece {
        std::string text;
        bool is_answer = false;
    };

    /// The template of FOLDER/tokenizer_config.json, or of chat_template.jinja beside it. Throws Error 4223
    /// if there is none, 4224 if it is of another form.
    static ChatTemplate load(const fs::path& folder);
    /// `jinja`: the template's text; the texts of the tokens that it names.
    static ChatTemplate parse(std::string_view jinja, std::string bos_token, std::string eos_token,
                              const std::string& where);

    /// `asks`: ends where the assistant is to answer. Messages of the assistant are answers.
    std::vector<Piece> render(const Conversation& conversation, bool asks) const;
    /// The text of the token that ends an answer.
    std::string answer_end() const;
    /// Everything that decides the text.
    std::string identity() const;

private:
    Form form_ = Form::chatml;
    std::string bos_, eos_;
    std::string default_system_; ///< of ChatML, for conversations that begin without one
};

} // namespace tunedesk::data
