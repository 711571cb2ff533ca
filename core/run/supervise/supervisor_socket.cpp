// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/supervise/supervisor_socket.h"

#include "base/clock.h"
#include "base/error.h"
#include "event/event.h"
#include "event/socket/local_socket.h"
#include "event/socket/peer.h"
#include "run/supervise/viewer_hub.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QSocketNotifier>
#include <QTimer>
#include <algorithm>
#include <cerrno>
#include <fmt/format.h>
#include <sys/socket.h>
#include <vector>

namespace tunedesk::run {

namespace {

constexpr int retry_accept_ms = 200;
constexpr int silent_client_ms = 30'000;
constexpr int warnings_a_minute = 20;

} // namespace

SupervisorSocket::SupervisorSocket(const fs::path& path, Handlers handlers)
    : handlers_(std::move(handlers)), listening_(event::listen_at(path)) {
    accept_notifier_ = std::make_unique<QSocketNotifier>(listening_.get(), QSocketNotifier::Read);
    QObject::connect(accept_notifier_.get(), &QSocketNotifier::activated, [this] { accept_all(); });
}

SupervisorSocket::~SupervisorSocket() {
    *alive_ = false;
}

void SupervisorSocket::stop_listening() {
    accept_all();
    accept_notifier_.reset();
    listening_.reset();
    // New clients may still request to see the end.
    QEventLoop moment;
    QTimer::singleShot(50, &moment, &QEventLoop::quit);
    if (!pending_.empty()) moment.exec();
}

void SupervisorSocket::accept_all() {
    if (!listening_) return;
    for (int turn = 0; turn < 16; ++turn) {
        FileDescriptor fd(::accept4(listening_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (fd) {
            accept_client(std::move(fd));
            continue;
        }
        if (errno == EINTR || errno == ECONNABORTED) continue;
        if (errno == EAGAIN) return;
        // Out of descriptors or memory: clients wait in the backlog, and the event loop must not spin.
        warn("cannot accept a connection now: " + errno_text(errno));
        accept_notifier_->setEnabled(false);
        QTimer::singleShot(retry_accept_ms, accept_notifier_.get(),
                           [this] { accept_notifier_->setEnabled(true); });
        return;
    }
}

void SupervisorSocket::read_pending() {
    accept_all();
    std::vector<Connection*> waiting; // handling a Hello removes its connection from the list
    for (const auto& client : pending_)
        waiting.push_back(client.get());
    for (Connection* client : waiting)
        client->drain();
}

void SupervisorSocket::accept_client(FileDescriptor fd) {
    try {
        event::require_same_user(fd.get());
    } catch (const Error& error) {
        return warn("a connection was refused: " + error.message());
    }
    pending_.push_back(std::make_unique<Connection>(std::move(fd)));
    Connection* client = pending_.back().get();
    client->on_frame = [this, client](const std::string& payload) { handshake(client, payload); };
    client->on_closed = [this, guard = alive_](const std::string& reason) {
        if (!reason.empty()) warn("a client was dropped: " + reason);
        QTimer::singleShot(0, QCoreApplication::instance(), [this, guard] {
            if (*guard) pending_.remove_if([](const auto& each) { return !each->is_open(); });
        });
    };
    QTimer::singleShot(silent_client_ms, client->context(), [this, client] {
        const auto is_it = [client](const auto& each) { return each.get() == client; };
        if (std::any_of(pending_.begin(), pending_.end(), is_it)) client->close("no hello message");
    });
}

void SupervisorSocket::handshake(Connection* client, const std::string& payload) {
    Json message;
    try {
        message = parse_message(payload);
    } catch (const Error& error) {
        return client->close(error.message());
    }
    const auto place = std::find_if(pending_.begin(), pending_.end(),
                                    [client](const auto& each) { return each.get() == client; });
    if (place == pending_.end()) return;
    std::unique_ptr<Connection> connection = std::move(*place);
    pending_.erase(place);
    // The callbacks are replaced while one of them runs: the new owner is called from the event loop, but
    // must be known before the frames that arrived with the first one.
    if (message["type"] == "Hello")
        handlers_.rank(std::move(connection), message, payload);
    else
        handlers_.viewer(std::move(connection), message);
}

void SupervisorSocket::refuse(std::unique_ptr<Connection> connection, const std::string& reason) {
    Connection* refused = connection.get();
    pending_.push_back(std::move(connection)); // removed later: this runs in its callback
    refused->close(reason);
}

void SupervisorSocket::warn(const std::string& text) {
    const double now = monotonic_seconds();
    if (now - warning_window_ > 60) {
        warning_window_ = now;
        warnings_ = 0;
    }
    // Clients must not be able to fill the journal.
    if (++warnings_ <= warnings_a_minute) handlers_.warning(text);
}

} // namespace tunedesk::run
