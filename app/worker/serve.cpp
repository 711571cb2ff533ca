#include "serve.h"

#include "base/errors/error_json.h"
#include "base/files/landlock.h"
#include "requests.h"
#include "task/task.h"
#include "train/generation/language_model.h"
#include "train/session/predictor.h"

namespace tunedesk::worker {

namespace {

train::Predictor::Text text_of(const Json& json) {
    train::Predictor::Text text{json.at("text").get<std::string>(), {}};
    if (const auto pair = json.find("pair"); pair != json.end()) text.pair = pair->get<std::string>();
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

void classify(const train::Predictor& predictor, const Json& request, Json& response) {
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

/// Whether the text that is being made is to continue: no request has ended it, and the reader is there.
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

/// `later` gets the requests that come in meanwhile.
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

/// Answers every request by `act`(request, response). Faults of a request are answered too: the server stays
/// for the next one.
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
        if (!request->is_object()) throw Error(ErrorId::worker_request_invalid, {"it is no object"});
        if (request->contains("interrupt")) continue; // what it means is over
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
    Requests::answer({{"labels", predictor.labels()}, {"task", predictor.task().name}});
    answer_all(requests, later,
               [&](const Json& request, Json& response) { classify(predictor, request, response); });
    return 0;
}

} // namespace tunedesk::worker
