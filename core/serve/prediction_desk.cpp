// SPDX-License-Identifier: GPL-3.0-or-later
#include "serve/prediction_desk.h"

#include <exception>

namespace tunedesk::serve {

PredictionDesk::PredictionDesk(const fs::path& model) : model_(model) {
    std::promise<void> ready;
    std::future<void> loaded = ready.get_future();
    thread_ = std::thread([this, ready = std::move(ready)]() mutable { answer_all(std::move(ready)); });
    try {
        loaded.get();
    } catch (...) {
        thread_.join();
        throw;
    }
}

PredictionDesk::~PredictionDesk() {
    {
        const std::lock_guard lock(mutex_);
        ends_ = true;
    }
    changed_.notify_one();
    thread_.join();
}

void PredictionDesk::add(Question question) {
    {
        const std::lock_guard lock(mutex_);
        waiting_.push_back(std::move(question));
    }
    changed_.notify_one();
}

std::optional<PredictionDesk::Question> PredictionDesk::next() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return ends_ || !waiting_.empty(); });
    if (ends_) {
        waiting_.clear();
        return std::nullopt;
    }
    Question question = std::move(waiting_.front());
    waiting_.pop_front();
    return question;
}

void PredictionDesk::answer_all(std::promise<void> ready) {
    std::unique_ptr<run::PredictionServer> server;
    try {
        server = std::make_unique<run::PredictionServer>(model_);
        labels_ = server->labels();
        warning_ = server->warning();
        target_ = server->target();
        ready.set_value();
    } catch (...) {
        ready.set_exception(std::current_exception());
        return;
    }
    const Server alive = [&]() -> run::PredictionServer& {
        if (!server || !server->is_alive()) {
            server.reset();
            server = std::make_unique<run::PredictionServer>(model_);
        }
        return *server;
    };
    while (auto question = next())
        (*question)(alive);
}

} // namespace tunedesk::serve
