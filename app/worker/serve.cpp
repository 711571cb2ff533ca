// SPDX-License-Identifier: GPL-3.0-or-later
#include "serve.h"

#include "base/errors/error_json.h"
#include "base/files/landlock.h"
#include "data/tags/tag_map.h"
#include "data/tags/text_entities.h"
#include "plan/saved/intact_model.h"
#include "requests.h"
#include "task/task.h"
#include "train/generation/language_model.h"
#include "train/session/predictor.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tunedesk::worker {

namespace {

/// Words as byte ranges [begin, end) of the text, in order.
std::vector<data::ByteSpan> words_of(const Json& json, const std::string& text) {
    std::vector<data::ByteSpan> words;
    std::uint32_t end = 0;
    for (const Json& pair : json) {
        const data::ByteSpan word{pair.at(0).get<std::uint32_t>(), pair.at(1).get<std::uint32_t>()};
        if (word.begin < end || word.end < word.begin || word.end > text.size())
            throw Error(ErrorId::worker_request_invalid, {"its words are no parts of its text"});
        end = word.end;
        words.push_back(word);
    }
    return words;
}

train::Predictor::Text text_of(const Json& json) {
    train::Predictor::Text text{json.at("text").get<std::string>(), {}};
    if (const auto pair = json.find("pair"); pair != json.end()) text.pair = pair->get<std::string>();
    if (const auto words = json.find("words"); words != json.end()) text.words = words_of(*words, text.text);
    return text;
}

void attribute(const train::Predictor& predictor, const Json& request, Json& response) {
    const auto found = request.find("class");
    const std::size_t none = predictor.labels().size();
    const auto result = predictor.attribute(
        text_of(request),
        found != request.end() && found->is_number_unsigned() ? found->get<std::size_t>() : none);
    response["probabilities"] = result.probabilities;
    response["class"] = result.of_class;
    response["tokens"] = result.tokens;
    response["contributions"] = result.contributions;
}

/// The tags of a text's words, null for words that the model did not read, and the entities that they mark,
/// each with the mean probability of its words.
Json tagged_json(const std::vector<std::string>& labels, const std::string& text,
                 const train::Predictor::TaggedText& tagged) {
    const data::EntityTags marks = data::entity_tags(labels);
    Json tags = Json::array(), entities = Json::array();
    std::vector<std::string_view> names;
    for (const std::int32_t tag : tagged.tags) {
        tags.push_back(tag < 0 ? Json(nullptr) : Json(labels.at(static_cast<std::size_t>(tag))));
        names.push_back(tag < 0 ? std::string_view("O") : marks.names[static_cast<std::size_t>(tag)]);
    }
    const std::vector<data::Entity> found = data::entities_in(names, marks.scheme);
    const std::vector<data::TextEntity> placed = data::place_entities(text, tagged.words, found);
    for (std::size_t i = 0; i < found.size(); ++i) {
        const auto first = tagged.scores.begin() + static_cast<std::ptrdiff_t>(found[i].begin),
                   last = tagged.scores.begin() + static_cast<std::ptrdiff_t>(found[i].end);
        entities.push_back(
            {{"type", placed[i].type},
             {"text", text.substr(placed[i].bytes.begin, placed[i].bytes.end - placed[i].bytes.begin)},
             {"start", placed[i].begin},
             {"end", placed[i].end},
             {"score", std::accumulate(first, last, 0.0) / static_cast<double>(last - first)}});
    }
    return {{"tags", std::move(tags)}, {"entities", std::move(entities)}};
}

void tag(const train::Predictor& predictor, const Json& request, Json& response) {
    std::vector<train::Predictor::Text> texts;
    for (const Json& text : request.at("texts"))
        texts.push_back(text_of(text));
    const std::vector<train::Predictor::TaggedText> tagged = predictor.tag(texts);
    response["tagged"] = Json::array();
    for (std::size_t i = 0; i < texts.size(); ++i)
        response["tagged"].push_back(tagged_json(predictor.labels(), texts[i].text, tagged[i]));
}

double cosine_of(const std::vector<float>& a, const std::vector<float>& b) {
    const auto product = [](const std::vector<float>& x, const std::vector<float>& y) {
        return std::inner_product(x.begin(), x.end(), y.begin(), 0.0);
    };
    return product(a, b) / std::max(1e-12, std::sqrt(product(a, a)) * std::sqrt(product(b, b)));
}

void embed(const train::Predictor& predictor, const Json& request, Json& response) {
    std::vector<train::Predictor::Text> texts;
    for (const Json& text : request.at("texts"))
        texts.push_back(text_of(text));
    response["embedded"] = Json::array();
    for (const train::Predictor::EmbeddedText& text : predictor.embed(texts)) {
        Json embedded{{"embedding", text.embedding}};
        if (!text.pair.empty()) {
            embedded["pair"] = text.pair;
            embedded["cosine"] = cosine_of(text.embedding, text.pair);
        }
        response["embedded"].push_back(std::move(embedded));
    }
}

void classify(const train::Predictor& predictor, const Json& request, Json& response) {
    if (predictor.task().target == task::Target::tags) return tag(predictor, request, response);
    if (predictor.task().embeds()) return embed(predictor, request, response);
    if (const auto one = request.find("attribute"); one != request.end())
        return attribute(predictor, *one, response);
    std::vector<train::Predictor::Text> texts;
    for (const Json& text : request.at("texts"))
        texts.push_back(text_of(text));
    response["probabilities"] = predictor.predict(texts);
}

data::Conversation conversation_of(const Json& messages) {
    data::Conversation conversation;
    for (const Json& message : messages)
        conversation.push_back(
            {message.at("role").get<std::string>(), message.at("content").get<std::string>()});
    return conversation;
}

/// Whether generation should continue: no request has interrupted it, and the reader exists.
bool is_wanted(Requests& requests, std::deque<Json>& later, const Json& id) {
    while (auto request = requests.next(/*waiting=*/false)) {
        const auto interrupted = request->find("interrupt");
        if (interrupted == request->end())
            later.push_back(std::move(*request));
        else if (*interrupted == id)
            return false;
        else
            std::erase_if(later, [&](const Json& one) {
                return one.is_object() && one.value("id", Json(nullptr)) == *interrupted;
            });
    }
    return !requests.has_ended();
}

/// `later` receives the requests that arrive meanwhile.
void generate(const train::LanguageModel& model, const Json& request, Json& response, Requests& requests,
              std::deque<Json>& later) {
    const Json& asked = request.at("generate");
    const task::GenerationSpec spec = task::generation_spec(asked);
    const train::HearText hear = [&](std::string_view piece) {
        if (!piece.empty()) Requests::answer({{"id", response["id"]}, {"piece", piece}});
        return is_wanted(requests, later, response["id"]);
    };
    const auto messages = asked.find("messages");
    response["generation"] = task::json_of(
        messages != asked.end() ? model.answer(conversation_of(*messages), spec, hear)
                                : model.continue_text(asked.at("text").get<std::string>(), spec, hear));
}

/// Answers every request with `act`(request, response). Errors of a request are answered too: the server then
/// processes the next one.
template <class Act>
void answer_all(Requests& requests, std::deque<Json>& later, const Act& act) {
    for (;;) {
        std::optional<Json> request;
        if (later.empty()) {
            request = requests.next();
        } else {
            request = std::move(later.front());
            later.pop_front();
        }
        if (!request) return;
        if (!request->is_object()) throw Error(ErrorId::worker_request_invalid, {"it is not an object"});
        if (request->contains("interrupt")) continue; // it refers to a request that is already complete
        Json response = {{"id", request->value("id", Json(nullptr))}};
        try {
            act(*request, response);
        } catch (const Error& error) {
            if (error.is(ErrorId::prediction_reader_gone)) throw;
            response["error"] = error_json(error);
        } catch (const nlohmann::json::exception& error) {
            response["error"] = error_json(Error(ErrorId::worker_request_invalid, {error.what()}));
        }
        Requests::answer(response);
    }
}

} // namespace

int serve(const fs::path& model) {
    forbid_writes_outside({});
    plan::require_intact(model);
    Requests requests;
    std::deque<Json> later;
    if (train::is_language_model(model)) {
        const train::LanguageModel language_model(model);
        const task::Kind kind = language_model.is_chat() ? task::Kind::chat : task::Kind::language_modeling;
        Requests::answer({{"labels", Json::array()}, {"task", task::task_of(kind).name}});
        answer_all(requests, later, [&](const Json& request, Json& response) {
            generate(language_model, request, response, requests, later);
        });
        return 0;
    }
    const train::Predictor predictor(model);
    Requests::answer({{"labels", predictor.labels()},
                      {"task", predictor.task().name},
                      {"unfit_names", predictor.unfit_names()}});
    answer_all(requests, later,
               [&](const Json& request, Json& response) { classify(predictor, request, response); });
    return 0;
}

} // namespace tunedesk::worker
