// SPDX-License-Identifier: GPL-3.0-or-later
#include "commands.h"

#include "base/error.h"
#include "base/random.h"
#include "base/text.h"
#include "output.h"
#include "program.h"
#include "run/predict/predict.h"
#include "serve/http_server.h"

#include <QCoreApplication>
#include <csignal>
#include <cstdlib>
#include <fmt/format.h>
#include <memory>
#include <thread>

namespace tunedesk::app {

namespace {

struct ServeOptions {
    std::string source;
    int port = 8765;
    bool json = false;
};

constexpr const char* token_variable = "TUNEDESK_SERVE_TOKEN";

/// Blocks SIGINT and SIGTERM in this thread and those that it starts, for sigwait().
sigset_t held_signals() {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    return signals;
}

const char* path_of(task::Target target) {
    switch (target) {
    case task::Target::answers:
        return "/v1/chat/completions";
    case task::Target::next_token:
        return "/v1/completions";
    default:
        return "/v1/predict";
    }
}

const char* example_of(task::Target target) {
    switch (target) {
    case task::Target::answers:
        return R"({"messages": [{"role": "user", "content": "Hello"}]})";
    case task::Target::next_token:
        return R"({"prompt": "Once"})";
    default:
        return R"({"texts": ["..."]})";
    }
}

void say_where(const serve::HttpServer& server, const serve::Api& api, const std::string& token, bool json) {
    const std::string url = fmt::format("http://127.0.0.1:{}", server.port());
    if (json) {
        Json line = api.model();
        line["url"] = url;
        line["token"] = token;
        print_json(line, -1);
    } else {
        const task::Target target = api.desk().target();
        print_text("{} at {}\n\ncurl {}{} -H 'Authorization: Bearer {}' -d '{}'\n\nCtrl-C ends it.\n",
                   harmless(api.name()), url, url, path_of(target), token, example_of(target));
    }
    std::fflush(stdout);
}

int serve_model(const ServeOptions& options) {
    forbid_writes();
    int count = 1;
    char name[] = "tunedesk";
    char* arguments[] = {name, nullptr};
    const QCoreApplication application(count, arguments); // required by QProcess
    const fs::path model = run::model_of(options.source);
    const char* const given = std::getenv(token_variable);
    const std::string token = given && *given ? given : random_token();
    ::unsetenv(token_variable); // the worker does not need it
    const sigset_t signals = held_signals();
    serve::PredictionDesk desk(model);
    const serve::Api api(desk, fs::absolute(options.source).lexically_normal().filename().string());
    serve::HttpServer server(api, token, options.port);
    if (!desk.warning().empty()) print_notice("warning: {}\n", desk.warning());
    say_where(server, api, token, options.json);
    std::thread answering([&] { server.run(); });
    int signal = 0;
    sigwait(&signals, &signal);
    pthread_sigmask(SIG_UNBLOCK, &signals, nullptr); // a second signal does not wait for running requests
    server.stop();
    answering.join();
    return 0;
}

} // namespace

void add_serve_command(CLI::App& app, Action& action) {
    const auto options = std::make_shared<ServeOptions>();
    CLI::App* command = app.add_subcommand(
        "serve", "Answer over HTTP on this machine: predictions, embeddings, completions and chats, the last "
                 "three in the form of OpenAI's API");
    command
        ->add_option(
            "RUN_OR_MODEL", options->source,
            "A run folder (its best model is used), a model folder, or the name of a downloaded model")
        ->required();
    command->add_option("--port", options->port, "Port on the loopback address; 0: any free port")
        ->capture_default_str()
        ->check(CLI::Range(0, 65535));
    command->add_flag("--json", options->json, "Print model, address and token as one line of JSON");
    command->footer("Clients must send the token that is printed; TUNEDESK_SERVE_TOKEN sets another.");
    command->callback([options, &action] { action = [options] { return serve_model(*options); }; });
}

} // namespace tunedesk::app
