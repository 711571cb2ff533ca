// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/chat/chat_template.h"

#include "base/error.h"
#include "base/json.h"
#include "base/text.h"
#include "data/chat/template_form.h"
#include "data/unicode/unicode.h"

#include <fmt/format.h>

namespace tunedesk::data {

namespace {

constexpr std::uint64_t most_config_bytes = 4u << 20;

struct KnownTemplate {
    ChatTemplate::Form form;
    const char* jinja;
};

constexpr KnownTemplate known_templates[] = {
    {ChatTemplate::Form::chatml,
     R"({% for message in messages %}{{'<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>' + '\n'}}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %})"},
    {ChatTemplate::Form::llama3,
     R"({% set loop_messages = messages %}{% for message in loop_messages %}{% set content = '<|start_header_id|>' + message['role'] + '<|end_header_id|>\n\n'+ message['content'] | trim + '<|eot_id|>' %}{% if loop.index0 == 0 %}{% set content = bos_token + content %}{% endif %}{{ content }}{% endfor %}{% if add_generation_prompt %}{{ '<|start_header_id|>assistant<|end_header_id|>\n\n' }}{% endif %})"},
    // always ends with a request for an answer: training uses the text before it
    {ChatTemplate::Form::llama3,
     R"({% set loop_messages = messages %}{% for message in loop_messages %}{% set content = '<|start_header_id|>' + message['role'] + '<|end_header_id|>\n\n'+ message['content'] | trim + '<|eot_id|>' %}{% if loop.index0 == 0 %}{% set content = bos_token + content %}{% endif %}{{ content }}{% endfor %}{{ '<|start_header_id|>assistant<|end_header_id|>\n\n' }})"},
    {ChatTemplate::Form::zephyr,
     "{% for message in messages %}\n{% if message['role'] == 'user' %}\n{{ '<|user|>\\n' + "
     "message['content'] "
     "+ eos_token }}\n{% elif message['role'] == 'system' %}\n{{ '<|system|>\\n' + message['content'] + "
     "eos_token }}\n{% elif message['role'] == 'assistant' %}\n{{ '<|assistant|>\\n'  + message['content'] + "
     "eos_token }}\n{% endif %}\n{% if loop.last and add_generation_prompt %}\n{{ '<|assistant|>' }}\n{% "
     "endif "
     "%}\n{% endfor %}"},
    {ChatTemplate::Form::mistral,
     R"({{ bos_token }}{% for message in messages %}{% if (message['role'] == 'user') != (loop.index0 % 2 == 0) %}{{ raise_exception('Conversation roles must alternate user/assistant/user/assistant/...') }}{% endif %}{% if message['role'] == 'user' %}{{ '[INST] ' + message['content'] + ' [/INST]' }}{% elif message['role'] == 'assistant' %}{{ message['content'] + eos_token}}{% else %}{{ raise_exception('Only user and assistant roles are supported!') }}{% endif %}{% endfor %})"},
};

/// Removes from `form` and returns the default system message of ChatML, used for conversations without one.
/// Empty if it is not a single literal.
std::string take_default_system(std::string& form) {
    const std::string begin = std::string("{%ifloop.firstandmessages[0][") + literal_mark + "role" +
                              literal_mark + "]!=" + literal_mark + "system" + literal_mark + "%}{{" +
                              literal_mark + "<|im_start|>system\n";
    const std::string end = std::string("<|im_end|>\n") + literal_mark + "}}{%endif%}";
    const std::size_t at = form.find(begin);
    if (at == std::string::npos) return {};
    const std::size_t last = form.find(end, at);
    if (last == std::string::npos) return {};
    const std::string system = form.substr(at + begin.size(), last - at - begin.size());
    if (system.find(literal_mark) != std::string::npos) return {};
    form.erase(at, last + end.size() - at);
    return system;
}

/// Without surrounding white space, as Jinja's trim.
std::string trimmed_text(const std::string& text) {
    std::size_t begin = 0, end = text.size();
    for (std::size_t at = 0; at < end && unicode::is_white_space(unicode::next(text, at));)
        begin = at;
    for (std::size_t at = end; at > begin && unicode::is_white_space(unicode::previous(text, at));)
        end = at;
    return text.substr(begin, end - begin);
}

std::string token_text(const Json& config, const char* name) {
    const auto token = config.find(name);
    if (token == config.end() || token->is_null()) return {};
    if (token->is_string()) return token->get<std::string>();
    return token->is_object() ? text_field(*token, "content") : std::string();
}

/// tokenizer_config.json; an empty object if it does not exist.
Json settings_of(const fs::path& folder) {
    const fs::path file = folder / "tokenizer_config.json";
    std::error_code unknown;
    if (!fs::exists(file, unknown)) return Json::object();
    return parse_json(read_file(file, ErrorId::tokenizer_unreadable, most_config_bytes), file.string(),
                      ErrorId::tokenizer_unreadable, {.max_bytes = most_config_bytes, .max_depth = 16});
}

/// The template, or the one named `default` if there are several.
std::string template_text(const Json& config) {
    const auto found = config.find("chat_template");
    if (found == config.end()) return {};
    if (found->is_string()) return found->get<std::string>();
    if (found->is_array())
        for (const Json& one : *found)
            if (one.is_object() && text_field(one, "name") == "default") return text_field(one, "template");
    return {};
}

} // namespace

std::string ending_token(const fs::path& folder) {
    const Json config = settings_of(folder);
    return config.is_object() ? token_text(config, "eos_token") : std::string();
}

ChatTemplate ChatTemplate::load(const fs::path& folder) {
    const fs::path own = folder / "chat_template.jinja";
    std::error_code unknown;
    const Json config = settings_of(folder);
    std::string jinja = fs::exists(own, unknown)
                            ? read_file(own, ErrorId::tokenizer_unreadable, most_config_bytes)
                        : config.is_object() ? template_text(config)
                                             : std::string();
    if (jinja.empty()) throw Error(ErrorId::chat_template_missing, {}, folder.string());
    return parse(jinja, token_text(config, "bos_token"), token_text(config, "eos_token"), folder.string());
}

ChatTemplate ChatTemplate::parse(std::string_view jinja, std::string bos_token, std::string eos_token,
                                 const std::string& where) {
    ChatTemplate result;
    result.bos_ = std::move(bos_token);
    result.eos_ = std::move(eos_token);
    std::string text = template_form(jinja);
    constexpr std::string_view no_prompt =
        "{%ifnotadd_generation_promptisdefined%}{%setadd_generation_prompt=false%}{%endif%}";
    if (text.starts_with(no_prompt)) text.erase(0, no_prompt.size());
    result.default_system_ = take_default_system(text);
    for (const KnownTemplate& known : known_templates)
        if (template_form(known.jinja) == text) {
            result.form_ = known.form;
            return result;
        }
    throw Error(ErrorId::chat_template_unknown, {shortened(std::string(trimmed(jinja)), 80)}, where);
}

std::vector<ChatTemplate::Piece> ChatTemplate::render(const Conversation& conversation, bool asks) const {
    std::vector<Piece> pieces;
    const auto say = [&](const std::string& before, const Message& message, const std::string& content,
                         const std::string& end, const std::string& after) {
        const bool is_answer = message.role == "assistant";
        pieces.push_back({before, false});
        pieces.push_back({content + end, is_answer});
        if (!after.empty()) pieces.push_back({after, false});
    };
    switch (form_) {
    case Form::chatml:
        if (!default_system_.empty() && (conversation.empty() || conversation.front().role != "system"))
            pieces.push_back({"<|im_start|>system\n" + default_system_ + "<|im_end|>\n"});
        for (const Message& message : conversation)
            say("<|im_start|>" + message.role + "\n", message, message.content, "<|im_end|>", "\n");
        if (asks) pieces.push_back({"<|im_start|>assistant\n"});
        break;
    case Form::llama3:
        pieces.push_back({bos_});
        for (const Message& message : conversation)
            say("<|start_header_id|>" + message.role + "<|end_header_id|>\n\n", message,
                trimmed_text(message.content), "<|eot_id|>", {});
        if (asks) pieces.push_back({"<|start_header_id|>assistant<|end_header_id|>\n\n"});
        break;
    case Form::zephyr:
        for (const Message& message : conversation)
            say("<|" + message.role + "|>\n", message, message.content, eos_, "\n");
        if (asks) pieces.push_back({"<|assistant|>\n"});
        break;
    case Form::mistral:
        pieces.push_back({bos_});
        for (std::size_t i = 0; i < conversation.size(); ++i) {
            const Message& message = conversation[i];
            if (message.role != (i % 2 == 0 ? "user" : "assistant"))
                throw Error(ErrorId::roles_not_of_template, {message.role});
            if (i % 2 == 1)
                say({}, message, message.content, eos_, {});
            else
                pieces.push_back({"[INST] " + message.content + " [/INST]"});
        }
        break;
    }
    std::erase_if(pieces, [](const Piece& piece) { return piece.text.empty(); });
    return pieces;
}

std::string ChatTemplate::answer_end() const {
    return form_ == Form::chatml ? "<|im_end|>" : form_ == Form::llama3 ? "<|eot_id|>" : eos_;
}

std::string ChatTemplate::identity() const {
    return fmt::format("{} {:?} {:?} {:?}", static_cast<int>(form_), bos_, eos_, default_system_);
}

} // namespace tunedesk::data
