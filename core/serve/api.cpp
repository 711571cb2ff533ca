// SPDX-License-Identifier: GPL-3.0-or-later
#include "serve/api.h"

#include "base/error.h"
#include "report/multi_label.h"
#include "run/predict/predict.h"
#include "run/predict/tagged_file.h"

#include <algorithm>

namespace tunedesk::serve {

namespace {

using Text = run::PredictionServer::Text;

[[noreturn]] void refuse(const char* why) {
    throw Error(ErrorId::worker_request_invalid, {why});
}

Text text_of(const Json& json) {
    if (json.is_string()) return {json.get<std::string>(), {}};
    if (!json.is_object() || !json.contains("text") || !json["text"].is_string())
        refuse("a text is a string, or an object with \"text\"");
    Text text{json["text"].get<std::string>(), {}};
    if (const auto pair = json.find("pair"); pair != json.end()) {
        if (!pair->is_string()) refuse("\"pair\" is a string");
        text.pair = pair->get<std::string>();
    }
    return text;
}

std::vector<Text> texts_of(const Json& request, const char* key) {
    if (!request.is_object()) refuse("it is not an object");
    const auto found = request.find(key);
    std::vector<Text> texts;
    if (found == request.end() && request.contains("text"))
        texts.push_back(text_of(request));
    else if (found == request.end())
        refuse("it has no texts");
    else if (!found->is_array())
        texts.push_back(text_of(*found));
    else if (found->size() > most_texts)
        refuse("it has more than 4,096 texts");
    else
        for (const Json& text : *found)
            texts.push_back(text_of(text));
    return texts;
}

const char* name_of(task::Target target) {
    switch (target) {
    case task::Target::one_class:
        return "class";
    case task::Target::several_classes:
        return "classes";
    case task::Target::number:
        return "number";
    case task::Target::tags:
        return "tags";
    case task::Target::similarity:
        return "embedding";
    case task::Target::answers:
        return "answer";
    case task::Target::next_token:
        return "text";
    }
    return "";
}

Json of_outputs(const run::PredictionServer& server, const std::vector<double>& outputs) {
    const std::vector<std::string>& labels = server.labels();
    if (server.target() == task::Target::number) return {{"name", labels[0]}, {"number", outputs[0]}};
    if (server.target() == task::Target::one_class) {
        const auto best = std::max_element(outputs.begin(), outputs.end()) - outputs.begin();
        return {{"label", labels[static_cast<std::size_t>(best)]},
                {"probabilities", run::by_label(labels, outputs)}};
    }
    Json found = Json::array();
    for (const std::int32_t id : report::predicted_labels(std::vector<float>(outputs.begin(), outputs.end())))
        found.push_back(labels[static_cast<std::size_t>(id)]);
    return {{"labels", std::move(found)}, {"probabilities", run::by_label(labels, outputs)}};
}

Json of_embedding(const run::PredictionServer::EmbeddedText& text) {
    Json json{{"embedding", text.embedding}};
    if (text.cosine) {
        json["pair_embedding"] = text.pair;
        json["cosine"] = *text.cosine;
    }
    return json;
}

Json predictions_of(run::PredictionServer& server, const std::vector<Text>& texts) {
    Json all = Json::array();
    if (server.target() == task::Target::tags)
        run::tag_all(server, texts, [&](std::size_t, const run::PredictionServer::TaggedText& tagged) {
            all.push_back({{"entities", run::json_of(tagged.entities)}});
        });
    else if (server.target() == task::Target::similarity)
        run::embed_all(server, texts, [&](std::size_t, const run::PredictionServer::EmbeddedText& embedded) {
            all.push_back(of_embedding(embedded));
        });
    else
        run::predict_all(server, texts, [&](std::size_t, const std::vector<double>& outputs) {
            all.push_back(of_outputs(server, outputs));
        });
    return all;
}

} // namespace

Json Api::model() const {
    return {{"model", name_}, {"target", name_of(desk_.target())}, {"labels", desk_.labels()}};
}

Json Api::models() const {
    return {{"object", "list"},
            {"data", Json::array({{{"id", name_}, {"object", "model"}, {"owned_by", "tunedesk"}}})}};
}

Json Api::predict(const Json& request) const {
    if (desk_.target() == task::Target::answers || desk_.target() == task::Target::next_token)
        refuse("a language model answers at /v1/chat/completions and /v1/completions");
    const std::vector<Text> texts = texts_of(request, "texts");
    Json predictions =
        desk_.ask([&](run::PredictionServer& server) { return predictions_of(server, texts); });
    return {{"model", name_}, {"predictions", std::move(predictions)}};
}

Json Api::embeddings(const Json& request) const {
    if (desk_.target() != task::Target::similarity) refuse("the model does not compute embeddings");
    const std::vector<Text> texts = texts_of(request, "input");
    Json data = Json::array();
    desk_.ask([&](run::PredictionServer& server) {
        run::embed_all(server, texts, [&](std::size_t i, const run::PredictionServer::EmbeddedText& text) {
            data.push_back({{"object", "embedding"}, {"index", i}, {"embedding", text.embedding}});
        });
    });
    return {{"object", "list"}, {"model", name_}, {"data", std::move(data)}};
}

} // namespace tunedesk::serve
