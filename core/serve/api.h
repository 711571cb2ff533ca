// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"
#include "serve/prediction_desk.h"

#include <string>

namespace tunedesk::serve {

/// What a model answers to requests in JSON. Any thread. Requests throw Error 7061 for what is no request of
/// the model's task, and what PredictionServer throws.
class Api {
public:
    /// `name`: what the model is called in answers.
    Api(PredictionDesk& desk, std::string name) : desk_(desk), name_(std::move(name)) {}

    const std::string& name() const { return name_; }
    PredictionDesk& desk() const { return desk_; }
    /// {"model", "target", "labels"}
    Json model() const;
    /// As OpenAI's API lists models: {"object": "list", "data": [{"id", "object", "owned_by"}]}
    Json models() const;
    /// {"texts": [TEXT or {"text", "pair"}, ...]}, or {"text": ...} for one -> {"model", "predictions":
    /// [...]} in their order. Of classes {"label", "probabilities"}, of several a row {"labels",
    /// "probabilities"}, of a number {"name", "number"}, of tags {"entities"}, of embeddings {"embedding"}
    /// and for pairs
    /// {"pair_embedding", "cosine"}.
    Json predict(const Json& request) const;
    /// {"input": TEXT or [TEXT, ...]} -> as OpenAI's API answers: {"object": "list", "model", "data":
    /// [{"object": "embedding", "index", "embedding"}, ...]}
    Json embeddings(const Json& request) const;

private:
    PredictionDesk& desk_;
    const std::string name_;
};

/// The most texts of a request.
constexpr std::size_t most_texts = 4096;

} // namespace tunedesk::serve
