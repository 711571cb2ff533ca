// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/server/servers.h"

#include "event/environment_file.h"
#include "remote/runs.h"
#include "run/registry/user_settings.h"
#include "ui/widgets/background.h"
#include "ui/widgets/error_text.h"
#include "ui/widgets/text.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace tunedesk::ui {

/// State shared by a server's thread and the window's. The thread may outlive the object.
struct Servers::Shared {
    Shared(Servers* owner, run::ServerSettings server) : receiver(owner), settings(std::move(server)) {}

    std::atomic<bool> stopped = false, at_once = false;
    std::mutex mutex;
    std::condition_variable changed;
    Servers* receiver; ///< null after the receiver was destroyed
    const run::ServerSettings settings;
    bool posted = false;
    std::optional<std::vector<run::ListedRun>> runs;
    std::optional<remote::ConnectionStatus> connection;
    std::string tunedesk;

    template <typename Change>
    void post(const std::shared_ptr<Shared>& self, Change change) {
        const std::lock_guard lock(mutex);
        change();
        if (posted || !receiver) return;
        posted = true;
        QMetaObject::invokeMethod(
            receiver, [owner = receiver, self] { owner->receive(self); }, Qt::QueuedConnection);
    }

    void stop() {
        {
            const std::lock_guard lock(mutex);
            stopped = true;
            receiver = nullptr;
        }
        changed.notify_all();
    }

    /// Waits until a retry is requested or the connection is no longer needed.
    void wait() {
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return stopped || at_once; });
    }
};

namespace {

template <typename Shared>
void follow_server(const std::shared_ptr<Shared>& shared) {
    remote::ListFollowing following;
    following.list = [&](const std::vector<run::ListedRun>& runs, const std::string& tunedesk) {
        shared->post(shared, [&] {
            shared->runs = runs;
            shared->tunedesk = tunedesk;
        });
    };
    following.connection = [&](const remote::ConnectionStatus& connection) {
        shared->post(shared, [&] { shared->connection = connection; });
    };
    following.enough = [&] { return shared->stopped.load(); };
    following.at_once = [&] { return shared->at_once.exchange(false); };
    while (!shared->stopped) {
        shared->at_once = false;
        try {
            remote::follow_list(remote::Server(shared->settings), following);
        } catch (const Error& error) { // retrying does not help
            following.connection({remote::ConnectionStatus::State::lost, error, 0});
            shared->wait();
        }
    }
}

} // namespace

Servers::Servers(QObject* parent) : QObject(parent) {}

Servers::~Servers() {
    for (const auto& [name, shared] : threads_)
        shared->stop();
}

void Servers::read_settings() {
    in_background(
        this, [](const CancelToken&) { return run::read_user_settings().servers; },
        [this](const std::vector<run::ServerSettings>& servers) { follow(servers); },
        [this](const Error& error) { Q_EMIT failed(error); });
}

void Servers::follow(const std::vector<run::ServerSettings>& servers) {
    std::map<std::string, std::shared_ptr<Shared>> threads;
    for (const run::ServerSettings& settings : servers) {
        const auto old = threads_.find(settings.name);
        if (old != threads_.end() && old->second->settings == settings) {
            threads.insert(threads_.extract(old));
            continue;
        }
        const auto shared = std::make_shared<Shared>(this, settings);
        threads.emplace(settings.name, shared);
        served_[settings.name].connection = {};
        std::thread([shared] { follow_server(shared); }).detach();
    }
    for (const auto& [name, shared] : threads_) {
        shared->stop();
        if (!threads.contains(name)) served_.erase(name);
    }
    threads_ = std::move(threads);
    Q_EMIT runs_changed();
}

void Servers::connect_now(const std::string& server) {
    const auto found = threads_.find(server);
    if (found == threads_.end()) return;
    found->second->at_once = true;
    found->second->changed.notify_all();
}

void Servers::receive(const std::shared_ptr<Shared>& from) {
    const std::string& name = from->settings.name;
    const auto current = threads_.find(name);
    if (current == threads_.end() || current->second != from) return; // from settings that were replaced
    Served& served = served_[name];
    bool runs = false, connection = false;
    {
        const std::lock_guard lock(from->mutex);
        from->posted = false;
        if (from->runs) {
            served.runs = std::move(*std::exchange(from->runs, std::nullopt));
            served.tunedesk = from->tunedesk;
            runs = true;
        }
        if (from->connection) {
            served.connection = *std::exchange(from->connection, std::nullopt);
            connection = true;
        }
    }
    if (runs) Q_EMIT runs_changed();
    if (connection) Q_EMIT connection_changed(to_qt(name));
}

QString connection_text(const std::string& server, const Servers::Served& served) {
    if (const auto& error = served.connection.error; error && served.connection.again_in > 0)
        return Servers::tr("%1: %2. Its runs continue. Retrying in %n second(s).", nullptr,
                           static_cast<int>(served.connection.again_in))
            .arg(to_qt(server), error_sentence(*error));
    else if (error)
        return shown_error(*error);
    const std::string here = event::project_version();
    if (!served.tunedesk.empty() && served.tunedesk != here)
        return Servers::tr("%1 has TuneDesk %2, this machine has %3: install the same version on both.")
            .arg(to_qt(server), to_qt(served.tunedesk), to_qt(here));
    return {};
}

} // namespace tunedesk::ui
