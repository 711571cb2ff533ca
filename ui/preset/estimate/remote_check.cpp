// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preset/estimate/remote_check.h"

#include "preset/yaml/load.h"
#include "remote/runs.h"

#include <QScopeGuard>
#include <QThreadPool>

namespace tunedesk::ui {

namespace {

constexpr int remote_typing_milliseconds = 400;

} // namespace

RemoteCheck::RemoteCheck(QObject* parent) : QObject(parent) {
    delay_.setSingleShot(true);
    connect(&delay_, &QTimer::timeout, this, &RemoteCheck::ask);
}

RemoteCheck::~RemoteCheck() {
    asking_.cancel(); // ends its ssh process
}

void RemoteCheck::set_server(const std::string& server) {
    if (server == server_) return;
    server_ = server;
    answer_.reset();
    error_.reset();
    ask_soon(0);
}

void RemoteCheck::set_text(const std::string& text, const fs::path& file) {
    if (text == text_ && file == file_) return;
    if (file != file_) answer_.reset();
    text_ = text;
    file_ = file;
    ask_soon(remote_typing_milliseconds);
}

void RemoteCheck::ask_soon(int milliseconds) {
    asking_.cancel();
    if (server_.empty() || file_.empty()) {
        delay_.stop();
        return settle(State::none);
    }
    delay_.start(milliseconds);
    settle(State::asking);
}

void RemoteCheck::ask() {
    delay_.stop();
    asking_.cancel();
    if (server_.empty() || file_.empty()) return;
    settle(State::asking);
    asking_ = in_background(
        this,
        [server = server_, text = text_, file = file_](const CancelToken& token) {
            // While it waits for the other machine, another job may use the thread.
            QThreadPool::globalInstance()->releaseThread();
            const auto back = qScopeGuard([] { QThreadPool::globalInstance()->reserveThread(); });
            preset::Loaded loaded =
                preset::parse_as_written(text, file.filename().string(), file.parent_path());
            if (loaded.preset.name.empty()) loaded.preset.name = file.stem().string();
            const Json json =
                remote::check_on(remote::server_named(server), preset::to_yaml_as_written(loaded.preset),
                                 [&] { return token.is_cancelled(); });
            return shown_check(json, loaded.preset);
        },
        [this](ShownCheck answer) {
            answer_ = std::move(answer);
            settle(State::answered);
        },
        [this](const Error& error) {
            answer_.reset();
            error_ = error;
            settle(State::failed);
        });
}

void RemoteCheck::settle(State state) {
    state_ = state;
    if (state != State::failed) error_.reset();
    Q_EMIT changed();
}

} // namespace tunedesk::ui
