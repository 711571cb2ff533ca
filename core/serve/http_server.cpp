// SPDX-License-Identifier: GPL-3.0-or-later
#include "serve/http_server.h"

#include "base/error.h"
#include "base/text.h"
#include "serve/chat_api.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fmt/format.h>
#include <future>
#include <httplib.h>
#include <thread>

namespace tunedesk::serve {

namespace {

constexpr const char* loopback = "127.0.0.1";
constexpr const char* json_type = "application/json";
constexpr std::size_t most_body_bytes = 8u << 20;
constexpr int patience_seconds = 10; ///< timeout for slow clients

/// Compares in constant time.
bool are_equal(std::string_view a, std::string_view b) {
    unsigned char differs = a.size() != b.size();
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        differs |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
    return differs == 0;
}

bool names_this_machine(const std::string& host, int port) {
    for (const char* name : {loopback, "localhost"})
        if (host == name || host == fmt::format("{}:{}", name, port)) return true;
    return false;
}

std::string json_text(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void answer(httplib::Response& response, const Json& json, int status = 200) {
    response.status = status;
    response.set_content(json_text(json), json_type);
}

Json fault_json(const std::string& message, const std::string& code = {}, const std::string& next = {}) {
    Json error{{"message", message}};
    if (!code.empty()) error["code"] = code;
    if (!next.empty()) error["next"] = next;
    return {{"error", std::move(error)}};
}

Json fault_json(const Error& error) {
    return fault_json(error.message(), fmt::format("TD{:04}", error.id()), error.next());
}

/// Whether the worker, not the request, caused the error.
bool is_of_worker(const Error& error) {
    return error.code() == ExitCode::rank_died && !error.is(ErrorId::worker_request_invalid);
}

/// Whether `act` succeeded; otherwise the response is the error.
bool succeeds(httplib::Response& response, const std::function<void()>& act) {
    try {
        act();
        return true;
    } catch (const Error& error) {
        answer(response, fault_json(error), is_of_worker(error) ? 500 : 400);
    } catch (const std::future_error&) {
        answer(response, fault_json("the server is stopping"), 503);
    }
    return false;
}

/// Responds with the result of `act`, or with its error.
void answer_with(httplib::Response& response, const std::function<Json()>& act) {
    Json json;
    if (succeeds(response, [&] { json = act(); })) answer(response, json);
}

Json request_of(const httplib::Request& request) {
    return parse_json(request.body, "the request", ErrorId::worker_request_invalid,
                      {.max_bytes = most_body_bytes});
}

/// Sends text/event-stream events. An error after the first event is also an event.
void stream_to(httplib::DataSink& sink, const Api& api, const Continuation& asked) {
    const auto say = [&](const std::string& data) {
        const std::string event = "data: " + data + "\n\n";
        return sink.is_writable() && sink.write(event.data(), event.size());
    };
    try {
        stream(api, asked, [&](const Json& event) { return say(json_text(event)); });
    } catch (const Error& error) {
        say(json_text(fault_json(error)));
    } catch (const std::future_error&) {
        say(json_text(fault_json("the server is stopping")));
    }
    say("[DONE]");
    sink.done();
}

void continue_text(const Api& api, const httplib::Request& request, httplib::Response& response,
                   bool is_chat) {
    Continuation asked;
    if (!succeeds(response, [&] { asked = continuation(request_of(request), is_chat); })) return;
    if (!asked.streams) return answer_with(response, [&] { return complete(api, asked); });
    response.set_chunked_content_provider("text/event-stream",
                                          [&api, asked](std::size_t, httplib::DataSink& sink) {
                                              stream_to(sink, api, asked);
                                              return true;
                                          });
}

} // namespace

struct HttpServer::Parts {
    httplib::Server server;
};

HttpServer::HttpServer(const Api& api, std::string token, int port)
    : api_(api), token_(std::move(token)), parts_(std::make_unique<Parts>()) {
    httplib::Server& server = parts_->server;
    server.set_payload_max_length(most_body_bytes);
    server.set_read_timeout(patience_seconds);
    server.set_write_timeout(patience_seconds);
    server.set_keep_alive_timeout(patience_seconds);
    server.set_tcp_nodelay(true);
    server.set_socket_options([](auto socket) { // no other process may listen on the port
        const int yes = 1;
        ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    add_routes();
    errno = 0;
    port_ = port == 0 ? server.bind_to_any_port(loopback) : server.bind_to_port(loopback, port) ? port : -1;
    if (port_ <= 0)
        throw Error(ErrorId::socket_not_listening, {std::strerror(errno)},
                    fmt::format("{}:{}", loopback, port))
            .with_next("another --port");
}

HttpServer::~HttpServer() = default;

void HttpServer::add_routes() {
    httplib::Server& server = parts_->server;
    using Request = httplib::Request;
    using Response = httplib::Response;
    server.set_pre_routing_handler([this](const Request& request, Response& response) {
        using enum httplib::Server::HandlerResponse;
        if (!names_this_machine(request.get_header_value("Host"), port_)) {
            answer(response, fault_json("the host is not this machine"), 403);
            return Handled;
        }
        if (request.path == "/health") return Unhandled;
        if (are_equal(request.get_header_value("Authorization"), "Bearer " + token_)) return Unhandled;
        response.set_header("WWW-Authenticate", "Bearer");
        answer(response, fault_json("the token is missing or wrong"), 401);
        return Handled;
    });
    server.set_error_handler([](const Request&, Response& response) {
        if (response.body.empty())
            answer(response, fault_json(response.status == 404 ? "no such path" : "invalid request"),
                   response.status);
    });
    server.Get("/health", [](const Request&, Response& response) { answer(response, {{"status", "ok"}}); });
    server.Get("/v1/model", [this](const Request&, Response& response) { answer(response, api_.model()); });
    server.Get("/v1/models", [this](const Request&, Response& response) { answer(response, api_.models()); });
    server.Post("/v1/predict", [this](const Request& request, Response& response) {
        answer_with(response, [&] { return api_.predict(request_of(request)); });
    });
    server.Post("/v1/embeddings", [this](const Request& request, Response& response) {
        answer_with(response, [&] { return api_.embeddings(request_of(request)); });
    });
    server.Post("/v1/completions", [this](const Request& request, Response& response) {
        continue_text(api_, request, response, false);
    });
    server.Post("/v1/chat/completions", [this](const Request& request, Response& response) {
        continue_text(api_, request, response, true);
    });
}

void HttpServer::run() {
    parts_->server.listen_after_bind();
}

void HttpServer::stop() {
    for (int i = 0; i < 1000 && !parts_->server.is_running(); ++i) // run() may be about to start
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    parts_->server.stop();
}

} // namespace tunedesk::serve
