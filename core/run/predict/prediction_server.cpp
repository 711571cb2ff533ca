// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/predict/prediction_server.h"

#include "base/errors/error_json.h"
#include "base/json.h"
#include "base/text.h"
#include "event/socket/frame.h"
#include "event/socket/long_message.h"
#include "run/programs.h"
#include "task/task.h"

#include <charconv>
#include <fmt/format.h>

namespace tunedesk::run {

struct PredictionServer::Reader {
    event::FrameReader frames;
    event::MessageJoiner messages;
};

namespace {

/// The worker's last line, "error[TD4301]: ...", as the error that it was.
[[noreturn]] void throw_workers_error(const std::string& errors) {
    const std::string_view line = trimmed(errors);
    constexpr std::string_view start = "error[TD";
    if (line.empty()) throw Error(ErrorId::worker_ended_silently);
    const std::size_t at = line.rfind(start);
    int id = 0;
    if (at == std::string_view::npos || line.size() <= at + 14 ||
        std::from_chars(line.data() + at + start.size(), line.data() + at + start.size() + 4, id).ec !=
            std::errc())
        throw Error(ErrorId::worker_ended_saying, {std::string(line)});
    throw Error::in_words(id, std::string(line.substr(at + start.size() + 7)));
}

Json json_of(const PredictionServer::Text& text) {
    Json json = {{"text", text.text}};
    if (text.pair) json["pair"] = *text.pair;
    if (!text.words) return json;
    json["words"] = Json::array();
    for (const data::ByteSpan& word : *text.words)
        json["words"].push_back({word.begin, word.end});
    return json;
}

Json texts_json(const std::vector<PredictionServer::Text>& texts) {
    Json request = {{"texts", Json::array()}};
    for (const PredictionServer::Text& text : texts)
        request["texts"].push_back(json_of(text));
    return request;
}

PredictionServer::TaggedText tagged_text(const Json& json) {
    PredictionServer::TaggedText text;
    for (const Json& tag : json.at("tags"))
        text.tags.push_back(tag.is_null() ? std::nullopt : std::optional(tag.get<std::string>()));
    for (const Json& entity : json.at("entities"))
        text.entities.push_back({entity.at("type").get<std::string>(), entity.at("text").get<std::string>(),
                                 entity.at("start").get<std::size_t>(), entity.at("end").get<std::size_t>(),
                                 entity.at("score").get<double>()});
    return text;
}

} // namespace

PredictionServer::PredictionServer(const fs::path& model, Limits limits)
    : reader_(std::make_unique<Reader>()) {
    QProcessEnvironment environment = worker_environment();
    if (limits.without_gpus) environment.insert(QStringLiteral("CUDA_VISIBLE_DEVICES"), QString());
    if (limits.one_thread) environment.insert(QStringLiteral("OMP_NUM_THREADS"), QStringLiteral("1"));
    process_.setProcessEnvironment(environment);
    process_.start(QString::fromStdString(worker_program().string()),
                   {QStringLiteral("--serve"), QString::fromStdString(model.string())});
    if (!process_.waitForStarted())
        throw Error(ErrorId::worker_not_started, {process_.errorString().toStdString()});
    const Json first = parse_json(receive(), "the worker's answer", ErrorId::worker_answer_invalid);
    labels_ = first.at("labels").get<std::vector<std::string>>();
    if (const std::int64_t names = whole_field(first, "unfit_names"); names > 0)
        warning_ = fmt::format("config.json names {} label{} (id2label) and the weights have {} classes: the "
                               "names are not used, the classes are called LABEL_0 and so on",
                               names, names == 1 ? "" : "s", labels_.size());
    if (const auto kind = task::kind_named(text_field(first, "task"))) target_ = task::task_of(*kind).target;
}

PredictionServer::~PredictionServer() {
    process_.closeWriteChannel();
    if (!process_.waitForFinished(5000)) process_.kill();
    process_.waitForFinished(1000);
}

std::string PredictionServer::receive() {
    while (waiting_.empty()) {
        if (process_.bytesAvailable() == 0 && !process_.waitForReadyRead(-1)) {
            process_.waitForFinished(5000);
            throw_workers_error(process_.readAllStandardError().toStdString());
        }
        for (std::string& payload : reader_->frames.feed(process_.readAllStandardOutput().toStdString()))
            if (auto message = reader_->messages.take(std::move(payload)))
                waiting_.push_back(std::move(*message));
    }
    std::string frame = std::move(waiting_.front());
    waiting_.erase(waiting_.begin());
    return frame;
}

void PredictionServer::send(const Json& request) {
    const std::string frame =
        event::make_frames(request.dump(-1, ' ', false, Json::error_handler_t::replace));
    process_.write(frame.data(), static_cast<qint64>(frame.size()));
}

Json PredictionServer::next_answer() {
    Json response = parse_json(receive(), "the worker's answer", ErrorId::worker_answer_invalid);
    if (const auto error = response.find("error"); error != response.end())
        throw error_from(*error, ErrorId::worker_answer_invalid);
    return response;
}

template <class Take>
auto PredictionServer::ask(Json request, Take take) {
    request["id"] = ++requests_;
    send(request);
    try {
        return take(next_answer());
    } catch (const Json::exception& error) {
        throw Error(ErrorId::worker_answer_invalid, {error.what()});
    }
}

std::vector<std::vector<double>> PredictionServer::predict(const std::vector<Text>& texts) {
    return ask(texts_json(texts), [](const Json& response) {
        return response.at("probabilities").get<std::vector<std::vector<double>>>();
    });
}

std::vector<PredictionServer::TaggedText> PredictionServer::tag(const std::vector<Text>& texts) {
    return ask(texts_json(texts), [](const Json& response) {
        std::vector<TaggedText> tagged;
        for (const Json& text : response.at("tagged"))
            tagged.push_back(tagged_text(text));
        return tagged;
    });
}

std::vector<PredictionServer::EmbeddedText> PredictionServer::embed(const std::vector<Text>& texts) {
    return ask(texts_json(texts), [](const Json& response) {
        std::vector<EmbeddedText> embedded;
        for (const Json& text : response.at("embedded")) {
            embedded.push_back({text.at("embedding").get<std::vector<float>>(), {}, {}});
            if (!text.contains("pair")) continue;
            embedded.back().pair = text.at("pair").get<std::vector<float>>();
            embedded.back().cosine = text.at("cosine").get<double>();
        }
        return embedded;
    });
}

PredictionServer::Attribution PredictionServer::attribute(const Text& text,
                                                          std::optional<std::size_t> of_class) {
    Json of = json_of(text);
    if (of_class) of["class"] = *of_class;
    return ask({{"attribute", std::move(of)}}, [](const Json& response) {
        return Attribution{response.at("probabilities").get<std::vector<double>>(),
                           response.at("class").get<std::size_t>(),
                           response.at("tokens").get<std::vector<std::string>>(),
                           response.at("contributions").get<std::vector<double>>()};
    });
}

task::Generation PredictionServer::generate(const Prompt& prompt, const task::GenerationSpec& spec,
                                            const std::function<bool(const std::string&)>& hear) {
    Json of = task::json_of(spec);
    if (prompt.messages.empty())
        of["text"] = prompt.text;
    else
        of["messages"] = Json::array();
    for (const auto& [role, content] : prompt.messages)
        of["messages"].push_back({{"role", role}, {"content", content}});
    return ask({{"generate", std::move(of)}}, [&](Json response) {
        bool is_wanted = true;
        for (; !response.contains("generation"); response = next_answer()) {
            if (!is_wanted || hear(response.at("piece").get<std::string>())) continue;
            is_wanted = false;
            send({{"interrupt", requests_}});
        }
        return task::generation(response.at("generation"));
    });
}

} // namespace tunedesk::run
