#include "run/supervisor_state.h"

#include "base/clock.h"
#include "base/error.h"
#include "event/local_socket.h"
#include "event/peer.h"

#include <QCoreApplication>
#include <QSocketNotifier>
#include <algorithm>
#include <cerrno>
#include <fmt/format.h>
#include <sys/socket.h>
#include <vector>

namespace tunedesk::run {

namespace {

constexpr int retry_accept_ms = 200;
constexpr int silent_newcomer_ms = 30'000;
constexpr int logged_clients_a_minute = 20;

} // namespace

void Supervisor::State::open_door() {
    listening = event::listen_at(launch.folder.socket());
    knocks = std::make_unique<QSocketNotifier>(listening.get(), QSocketNotifier::Read);
    QObject::connect(knocks.get(), &QSocketNotifier::activated, [this] { accept_all(); });
}

void Supervisor::State::close_door() {
    accept_all();
    knocks.reset();
    listening.reset();
    // Who came just now may still say that it wants to see the end.
    QEventLoop moment;
    QTimer::singleShot(50, &moment, &QEventLoop::quit);
    if (!newcomers.empty()) moment.exec();
}

void Supervisor::State::accept_all() {
    if (!listening) return;
    for (int turn = 0; turn < 16; ++turn) {
        FileDescriptor fd(::accept4(listening.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (fd) {
            meet(std::move(fd));
            continue;
        }
        if (errno == EINTR || errno == ECONNABORTED) continue;
        if (errno == EAGAIN) return;
        // Out of descriptors or memory: whoever knocks waits in the backlog, and the event loop must not
        // spin meanwhile.
        log_client("cannot accept a connection now: " + errno_text(errno));
        knocks->setEnabled(false);
        QTimer::singleShot(retry_accept_ms, knocks.get(), [this] { knocks->setEnabled(true); });
        return;
    }
}

void Supervisor::State::hear_newcomers() {
    accept_all();
    std::vector<Connection*> waiting; // a Hello moves its connection out of the list
    for (const auto& newcomer : newcomers)
        waiting.push_back(newcomer.get());
    for (Connection* newcomer : waiting)
        newcomer->drain();
}

void Supervisor::State::meet(FileDescriptor fd) {
    try {
        event::require_same_user(fd.get());
    } catch (const Error& error) {
        return log_client("a connection was refused: " + error.message());
    }
    newcomers.push_back(std::make_unique<Connection>(std::move(fd)));
    Connection* newcomer = newcomers.back().get();
    newcomer->on_frame = [this, newcomer](const std::string& payload) { welcome(newcomer, payload); };
    newcomer->on_closed = [this, guard = alive](const std::string& reason) {
        if (!reason.empty()) log_client("a client was dropped: " + reason);
        QTimer::singleShot(0, QCoreApplication::instance(), [this, guard] {
            if (*guard) newcomers.remove_if([](const auto& client) { return !client->is_open(); });
        });
    };
    QTimer::singleShot(silent_newcomer_ms, newcomer->context(), [this, newcomer] {
        const auto is_it = [newcomer](const auto& client) { return client.get() == newcomer; };
        if (std::any_of(newcomers.begin(), newcomers.end(), is_it)) newcomer->close("it said nothing");
    });
}

void Supervisor::State::welcome(Connection* newcomer, const std::string& payload) {
    Json message;
    try {
        message = parse_message(payload);
    } catch (const Error& error) {
        return newcomer->close(error.message());
    }
    const auto place = std::find_if(newcomers.begin(), newcomers.end(),
                                    [newcomer](const auto& client) { return client.get() == newcomer; });
    if (place == newcomers.end()) return;
    std::unique_ptr<Connection> connection = std::move(*place);
    newcomers.erase(place);
    // The callbacks are replaced while one of them runs: their new owner is entered from the event loop, but
    // frames that came along with the first must find it already.
    if (message["type"] == "Hello")
        welcome_rank(std::move(connection), message, payload);
    else
        hub.adopt(std::move(connection), message);
}

void Supervisor::State::welcome_rank(std::unique_ptr<Connection> connection, const Json& hello,
                                     const std::string& payload) {
    const double index = event::number(hello, "rank", -1);
    const auto given = hello.find("token");
    const bool known = given != hello.end() && given->is_string() && given->get<std::string>() == token &&
                       index >= 0 && index < static_cast<double>(ranks.size());
    Rank* rank = known ? ranks[static_cast<std::size_t>(index)].get() : nullptr;
    if (!rank || rank->said_hello) {
        Connection* refused = connection.get();
        newcomers.push_back(std::move(connection)); // it is inside its own callback: removed later
        return refused->close(rank ? "a second Hello of the same rank" : "a Hello with a wrong token");
    }
    rank->connection = std::move(connection);
    rank->connection->on_frame = [this, rank](const std::string& frame) { hear(*rank, frame); };
    rank->connection->on_closed = [this, rank](const std::string& reason) {
        rank->lost_at = monotonic_seconds();
        if (!reason.empty()) log("warning", fmt::format("rank {}'s connection: {}", rank->index, reason));
    };
    hear(*rank, payload);
}

void Supervisor::State::log_client(const std::string& text) {
    const double now = monotonic_seconds();
    if (now - log_window > 60) {
        log_window = now;
        logged_clients = 0;
    }
    // Nobody may fill the journal by knocking.
    if (++logged_clients <= logged_clients_a_minute) log("warning", text);
}

} // namespace tunedesk::run
