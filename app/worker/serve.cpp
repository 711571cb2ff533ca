#include "serve.h"

#include "base/error.h"
#include "base/json.h"
#include "event/frame.h"
#include "train/predictor.h"

#include <cerrno>
#include <fmt/format.h>
#include <unistd.h>

namespace tunedesk::worker {

namespace {

void send(const Json& message) {
    if (!write_all(STDOUT_FILENO, event::make_frame(message.dump())))
        throw Error(7007, "the reader of the predictions is gone: " + errno_text(errno));
}

Json answer(const train::Predictor& predictor, const Json& request) {
    Json response = {{"id", request.value("id", Json(nullptr))}};
    try {
        std::vector<train::Predictor::Text> texts;
        for (const Json& text : request.at("texts"))
            texts.push_back({text.at("text").get<std::string>(), text.value("pair", std::string())});
        response["probabilities"] = predictor.predict(texts);
    } catch (const nlohmann::json::exception& error) {
        response["error"] = std::string("not a request: ") + error.what();
    }
    return response;
}

} // namespace

int serve(const fs::path& model) {
    const train::Predictor predictor(model);
    send({{"labels", predictor.labels()}});
    event::FrameReader reader;
    char buffer[1 << 16];
    for (;;) {
        const ssize_t n = ::read(STDIN_FILENO, buffer, sizeof buffer);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return 0;
        for (const std::string& frame : reader.feed({buffer, static_cast<std::size_t>(n)}))
            send(answer(predictor, parse_json(frame, "request", 7002)));
    }
}

} // namespace tunedesk::worker
