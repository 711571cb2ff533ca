// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "serve/api.h"

#include <functional>

namespace tunedesk::serve {

/// A request to a language model in the form of OpenAI's API: of a conversation {"messages": [{"role",
/// "content"}, ...]}, or of a text {"prompt"}; with "max_tokens", "temperature", "top_p", "top_k", "seed",
/// "stop" and "stream". Other keys are passed over.
struct Continuation {
    run::PredictionServer::Prompt prompt;
    task::GenerationSpec spec;
    bool streams = false;

    bool is_chat() const { return !prompt.messages.empty(); }
};

/// Throws Error 7061 for what is no such request, 4226 for values out of range.
Continuation continuation(const Json& request, bool is_chat);

/// The whole answer: {"id", "object", "created", "model", "choices": [{"index", "message" or "text",
/// "finish_reason"}], "usage"}. Throws Error 7061 if the model is none of language, and what
/// PredictionServer::generate() throws.
Json complete(const Api& api, const Continuation& asked);

/// The same piece by piece: `hear` gets each event's JSON, with "delta" in place of "message", then the last
/// one with its finish_reason; returning false ends it.
void stream(const Api& api, const Continuation& asked, const std::function<bool(const Json&)>& hear);

} // namespace tunedesk::serve
