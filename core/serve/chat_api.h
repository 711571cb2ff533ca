// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "serve/api.h"

#include <functional>

namespace tunedesk::serve {

/// A request to a language model in the form of OpenAI's API: a conversation {"messages": [{"role",
/// "content"}, ...]} or a text {"prompt"}; with "max_tokens", "temperature", "top_p", "top_k", "seed", "stop"
/// and "stream". Other keys are ignored.
struct Continuation {
    run::PredictionServer::Prompt prompt;
    task::GenerationSpec spec;
    bool streams = false;

    bool is_chat() const { return !prompt.messages.empty(); }
};

/// Parses a request. Throws Error 7061 for an invalid request, 4226 for values out of range.
Continuation continuation(const Json& request, bool is_chat);

/// The complete answer: {"id", "object", "created", "model", "choices": [{"index", "message" or "text",
/// "finish_reason"}], "usage"}. Throws Error 7061 if the model is not a language model, and the errors of
/// PredictionServer::generate().
Json complete(const Api& api, const Continuation& asked);

/// Streams the answer: calls `hear` with each event's JSON, with "delta" instead of "message", then with the
/// final one and its finish_reason; generation ends if `hear` returns false.
void stream(const Api& api, const Continuation& asked, const std::function<bool(const Json&)>& hear);

} // namespace tunedesk::serve
