// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "data/chat/conversation.h"

#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::data {

/// The text of the end-of-text token in FOLDER/tokenizer_config.json; empty if there is none. Throws Error
/// 4200 for a damaged file.
std::string ending_token(const fs::path& folder);

/// How a model's conversations are converted to text: one of a fixed list of forms, identified by the text of
/// the model's chat template. A value.
class ChatTemplate {
public:
    enum class Form {
        chatml, ///< <|im_start|>role ... <|im_end|>: SmolLM2, Qwen
        llama3, ///< <|start_header_id|>role<|end_header_id|> ... <|eot_id|>
        zephyr, ///< <|role|> ... </s>: Zephyr, TinyLlama
        mistral ///< [INST] ... [/INST] ... </s>
    };

    /// A part of the text. Answers, with the token that ends them, are trained.
    struct Piece {
        std::string text;
        bool is_answer = false;
    };

    /// The template in FOLDER/tokenizer_config.json, or in chat_template.jinja beside it. Throws Error 4223
    /// if there is none, 4224 if its form is not supported.
    static ChatTemplate load(const fs::path& folder);
    /// `jinja`: the template's text; `bos_token` and `eos_token`: the texts of these tokens.
    static ChatTemplate parse(std::string_view jinja, std::string bos_token, std::string eos_token,
                              const std::string& where);

    /// `asks`: the text ends where the assistant is to answer. Messages of the assistant are answers.
    std::vector<Piece> render(const Conversation& conversation, bool asks) const;
    /// The text of the token that ends an answer.
    std::string answer_end() const;
    /// Everything that determines the text, for hashes.
    std::string identity() const;

private:
    Form form_ = Form::chatml;
    std::string bos_, eos_;
    std::string default_system_; ///< of ChatML, for conversations without a system message
};

} // namespace tunedesk::data
