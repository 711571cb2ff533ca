// SPDX-License-Identifier: GPL-3.0-or-later
#include "serve/chat_api.h"

#include "base/clock.h"
#include "base/error.h"

#include <atomic>
#include <fmt/format.h>

namespace tunedesk::serve {

namespace {

[[noreturn]] void refuse(const std::string& why) {
    throw Error(ErrorId::worker_request_invalid, {why});
}

/// Sets a number in `spec` under the name in task::generation_spec(); null counts as missing.
void take_number(const Json& request, const char* key, Json& spec, const char* name) {
    const auto found = request.find(key);
    if (found == request.end() || found->is_null()) return;
    if (!found->is_number()) refuse(fmt::format("\"{}\" is a number", key));
    spec[name] = *found;
}

void take_stops(const Json& request, task::GenerationSpec& spec) {
    const auto found = request.find("stop");
    if (found == request.end() || found->is_null()) return;
    const Json list = found->is_array() ? *found : Json::array({*found});
    for (const Json& stop : list) {
        if (!stop.is_string()) refuse("\"stop\" is a string or a list of them");
        spec.stop_strings.push_back(stop.get<std::string>());
    }
}

void take_messages(const Json& request, run::PredictionServer::Prompt& prompt) {
    const auto found = request.find("messages");
    if (found == request.end() || !found->is_array() || found->empty()) refuse("it has no \"messages\"");
    for (const Json& message : *found) {
        if (!message.is_object() || !message.contains("role") || !message["role"].is_string() ||
            !message.contains("content") || !message["content"].is_string())
            refuse("a message has a \"role\" and a \"content\", both strings");
        prompt.messages.emplace_back(message["role"].get<std::string>(),
                                     message["content"].get<std::string>());
    }
}

const char* finish_reason(task::GenerationEnd end) {
    return end == task::GenerationEnd::length ? "length" : "stop";
}

/// The fields common to all events of an answer.
Json head_of(const Api& api, bool is_chat, bool streams) {
    static std::atomic<std::uint64_t> answers = 0;
    const char* const object = !is_chat  ? "text_completion"
                               : streams ? "chat.completion.chunk"
                                         : "chat.completion";
    return {{"id", fmt::format("{}-{}", is_chat ? "chatcmpl" : "cmpl", ++answers)},
            {"object", object},
            {"created", static_cast<std::int64_t>(utc_seconds())},
            {"model", api.name()}};
}

task::Generation generate(const Api& api, const Continuation& asked,
                          const std::function<bool(const std::string&)>& hear) {
    const task::Target target = api.desk().target();
    if (asked.is_chat() && target != task::Target::answers)
        refuse("the model does not support conversations");
    if (target != task::Target::answers && target != task::Target::next_token)
        refuse("the model is not a language model: it answers at /v1/predict");
    return api.desk().ask(
        [&](run::PredictionServer& server) { return server.generate(asked.prompt, asked.spec, hear); });
}

} // namespace

Continuation continuation(const Json& request, bool is_chat) {
    if (!request.is_object()) refuse("it is not an object");
    Continuation asked;
    Json spec = Json::object();
    take_number(request, "max_tokens", spec, "max_new_tokens");
    for (const char* key : {"temperature", "top_k", "top_p", "repetition_penalty", "seed"})
        take_number(request, key, spec, key);
    try {
        asked.spec = task::generation_spec(spec);
    } catch (const Json::exception& error) {
        refuse(error.what());
    }
    take_stops(request, asked.spec);
    if (const auto found = request.find("stream"); found != request.end() && !found->is_null()) {
        if (!found->is_boolean()) refuse("\"stream\" is true or false");
        asked.streams = found->get<bool>();
    }
    if (is_chat) {
        take_messages(request, asked.prompt);
        return asked;
    }
    const auto prompt = request.find("prompt");
    if (prompt == request.end() || !prompt->is_string()) refuse("it has no \"prompt\", a string");
    asked.prompt.text = prompt->get<std::string>();
    return asked;
}

Json complete(const Api& api, const Continuation& asked) {
    const task::Generation made = generate(api, asked, [](const std::string&) { return true; });
    Json choice{{"index", 0}, {"finish_reason", finish_reason(made.end)}};
    if (asked.is_chat())
        choice["message"] = {{"role", "assistant"}, {"content", made.text}};
    else
        choice["text"] = made.text;
    Json answer = head_of(api, asked.is_chat(), false);
    answer["choices"] = Json::array({std::move(choice)});
    answer["usage"] = {{"prompt_tokens", made.prompt_tokens},
                       {"completion_tokens", made.tokens},
                       {"total_tokens", made.prompt_tokens + made.tokens}};
    return answer;
}

void stream(const Api& api, const Continuation& asked, const std::function<bool(const Json&)>& hear) {
    Json event = head_of(api, asked.is_chat(), true);
    const auto say = [&](const std::string& piece, const Json& reason) {
        Json choice{{"index", 0}, {"finish_reason", reason}};
        if (!asked.is_chat())
            choice["text"] = piece;
        else if (reason.is_null())
            choice["delta"] = {{"role", "assistant"}, {"content", piece}};
        else
            choice["delta"] = Json::object();
        event["choices"] = Json::array({std::move(choice)});
        return hear(event);
    };
    const task::Generation made =
        generate(api, asked, [&](const std::string& piece) { return say(piece, nullptr); });
    say("", finish_reason(made.end));
}

} // namespace tunedesk::serve
