#include "serve.h"

#include "base/errors/error_json.h"
#include "base/files/landlock.h"
#include "base/json.h"
#include "event/socket/frame.h"
#include "event/socket/long_message.h"
#include "train/session/predictor.h"

#include <cerrno>
#include <unistd.h>

namespace tunedesk::worker {

namespace {

void send(const Json& message) {
    if (!write_all(STDOUT_FILENO,
                   event::make_frames(message.dump(-1, ' ', false, Json::error_handler_t::replace))))
        throw Error(ErrorId::prediction_reader_gone, {errno_text(errno)});
}

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

/// Faults of a request are answered: the server stays for the next one.
Json answer(const train::Predictor& predictor, const Json& request) {
    Json response = {{"id", request.value("id", Json(nullptr))}};
    try {
        if (const auto one = request.find("attribute"); one != request.end()) {
            attribute(predictor, *one, response);
            return response;
        }
        std::vector<train::Predictor::Text> texts;
        for (const Json& text : request.at("texts"))
            texts.push_back(text_of(text));
        response["probabilities"] = predictor.predict(texts);
    } catch (const Error& error) {
        response["error"] = error_json(error);
    } catch (const nlohmann::json::exception& error) {
        response["error"] = error_json(Error(ErrorId::worker_request_invalid, {error.what()}));
    }
    return response;
}

} // namespace

int serve(const fs::path& model) {
    forbid_writes_outside({});
    const train::Predictor predictor(model);
    send({{"labels", predictor.labels()}, {"task", predictor.task().name}});
    event::FrameReader reader;
    event::MessageJoiner messages;
    char buffer[1 << 16];
    for (;;) {
        const ssize_t n = ::read(STDIN_FILENO, buffer, sizeof buffer);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return 0;
        for (std::string& frame : reader.feed({buffer, static_cast<std::size_t>(n)}))
            if (const auto message = messages.take(std::move(frame)))
                send(answer(predictor, parse_json(*message, "request", ErrorId::worker_request_invalid)));
    }
}

} // namespace tunedesk::worker
