// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/json.h"
#include "serve/prediction_desk.h"

#include <string>

namespace tunedesk::serve {

/// Answers requests in JSON with a model's predictions. Any thread. Throws Error 7061 for an invalid request
/// or one that the model's task does not support, and the errors of PredictionServer.
class Api {
public:
    /// `name`: the model's name in answers.
    Api(PredictionDesk& desk, std::string name) : desk_(desk), name_(std::move(name)) {}

    const std::string& name() const { return name_; }
    PredictionDesk& desk() const { return desk_; }
    /// {"model", "target", "labels"}
    Json model() const;
    /// In the form of OpenAI's API: {"object": "list", "data": [{"id", "object", "owned_by"}]}
    Json models() const;
    /// {"texts": [TEXT or {"text", "pair"}, ...]}, or {"text": ...} for one -> {"model", "predictions":
    /// [...]} in the same order. A prediction is {"label", "probabilities"} for classes, {"labels",
    /// "probabilities"} for several per row, {"name", "number"} for a number, {"entities"} for tags,
    /// {"embedding"} for embeddings, with {"pair_embedding", "cosine"} for pairs.
    Json predict(const Json& request) const;
    /// {"input": TEXT or [TEXT, ...]} -> in the form of OpenAI's API: {"object": "list", "model", "data":
    /// [{"object": "embedding", "index", "embedding"}, ...]}
    Json embeddings(const Json& request) const;

private:
    PredictionDesk& desk_;
    const std::string name_;
};

/// The most texts per request.
constexpr std::size_t most_texts = 4096;

} // namespace tunedesk::serve
