// SPDX-License-Identifier: GPL-3.0-or-later
#include "parallel/store_server.h"

#include "base/clock.h"
#include "base/error.h"
#include "event/socket/peer.h"
#include "parallel/network/addresses.h"

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>
#include <vector>

namespace tunedesk::parallel {

namespace {

/// Limits the descriptors that other users can occupy.
constexpr std::size_t most_clients = 1024;
constexpr double proof_seconds = 10;
constexpr std::size_t most_refused = 64;

std::int64_t integer(const std::string& text) {
    std::int64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

bool same_secret(const std::string& a, const std::string& b) {
    unsigned difference = a.size() == b.size() ? 0 : 1;
    for (std::size_t i = 0; i < a.size() && i < b.size(); ++i)
        difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
    return difference == 0;
}

} // namespace

StoreProofs store_proofs(const std::string& secret) {
    return {secret.substr(0, secret.size() / 2), secret.substr(secret.size() / 2)};
}

StoreServer::StoreServer(StoreListener listener)
    : listener_(std::move(listener)), wake_(::eventfd(0, EFD_CLOEXEC)) {
    if (!wake_) throw Error(ErrorId::event_descriptor_failed, {errno_text(errno)});
    thread_ = std::thread([this] {
        sigset_t all; // signals are handled by the main thread
        ::sigfillset(&all);
        ::pthread_sigmask(SIG_BLOCK, &all, nullptr);
        serve();
    });
}

StoreServer::~StoreServer() {
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(wake_.get(), &one, sizeof one);
    thread_.join();
    std::error_code ignored;
    if (!listener_.file.empty()) fs::remove(listener_.file, ignored);
}

void StoreServer::serve() {
    std::vector<pollfd> polled;
    for (;;) {
        polled = {{wake_.get(), POLLIN, 0}, {listener_.socket.get(), POLLIN, 0}};
        for (const Client& client : clients_)
            polled.push_back({client.socket.get(),
                              static_cast<short>(POLLIN | (client.to_send.empty() ? 0 : POLLOUT)), 0});
        if (::poll(polled.data(), polled.size(), 1000) < 0 && errno != EINTR) return;
        if (polled[0].revents) return;
        std::size_t at = 2;
        std::erase_if(clients_, [&](Client& client) {
            const bool has_input = polled[at++].revents != 0;
            const bool late = !client.admitted && monotonic_seconds() - client.since > proof_seconds;
            const bool ended = late || (has_input && !receive(client)) || !send(client);
            if (ended) end(client);
            return ended;
        });
        if (polled[1].revents) accept_client();
    }
}

void StoreServer::accept_client() {
    FileDescriptor socket(::accept4(listener_.socket.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (!socket) {
        if (errno == EMFILE || errno == ENFILE) ::usleep(100'000); // poll() would return immediately
        return;
    }
    if (clients_.size() >= most_clients) return;
    const bool needs_proof = !listener_.secret.empty();
    if (!needs_proof) try {
            event::require_same_user(socket.get());
        } catch (const Error&) {
            return;
        }
    Client& client = clients_.emplace_back();
    client.socket = std::move(socket);
    client.admitted = !needs_proof;
    client.since = monotonic_seconds();
}

void StoreServer::end(Client& client) {
    if (client.frames_of && listener_.relay) listener_.relay->left(*client.frames_of, client.said_goodbye);
    if (client.admitted) return;
    const std::lock_guard lock(mutex_);
    if (refused_.size() < most_refused) refused_.insert(other_address(client.socket.get()));
}

std::vector<std::string> StoreServer::refused() const {
    const std::lock_guard lock(mutex_);
    return {refused_.begin(), refused_.end()};
}

bool StoreServer::receive(Client& client) {
    char buffer[1 << 16];
    const ssize_t n = ::recv(client.socket.get(), buffer, sizeof buffer, 0);
    if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) return false;
    if (n > 0) client.received.append(buffer, static_cast<std::size_t>(n));
    if (!client.admitted && client.received.size() > 1024) return false;
    try {
        answer_all(client);
    } catch (const Error&) {
        return false;
    }
    return true;
}

/// Throws Error 7660, 7664 or 7665 for an invalid request.
void StoreServer::answer_all(Client& client) {
    while (const auto message = take_message(client.received)) {
        if (!client.admitted) {
            if (!admit(*message)) throw Error(ErrorId::rendezvous_request_unknown);
            client.to_send += encode({store_proofs(listener_.secret).server});
            client.admitted = true;
            continue;
        }
        const bool is_frame = !message->empty() && message->front() == "frame";
        client.to_send += encode(is_frame ? answer_frame(client, *message) : answer(*message));
    }
}

StoreMessage StoreServer::answer_frame(Client& client, const StoreMessage& request) const {
    if (!listener_.relay || request.size() != 3) throw Error(ErrorId::rendezvous_request_unknown);
    client.frames_of = static_cast<int>(integer(request[1]));
    if (request[2].empty())
        client.said_goodbye = true;
    else
        listener_.relay->received(*client.frames_of, request[2]);
    return {};
}

bool StoreServer::admit(const StoreMessage& message) const {
    return message.size() == 1 && same_secret(message[0], store_proofs(listener_.secret).client);
}

bool StoreServer::send(Client& client) const {
    if (client.to_send.empty()) return true;
    const ssize_t n = ::send(client.socket.get(), client.to_send.data(), client.to_send.size(), MSG_NOSIGNAL);
    if (n > 0) client.to_send.erase(0, static_cast<std::size_t>(n));
    return n > 0 || errno == EAGAIN || errno == EINTR;
}

StoreMessage StoreServer::answer(const StoreMessage& request) {
    const std::string operation = request.empty() ? std::string() : request[0];
    const auto has = [&](std::size_t arguments) { return request.size() == arguments + 1; };
    if (operation == "count" && has(0)) return {std::to_string(values_.size())};
    if (operation == "check") {
        bool all = true;
        for (std::size_t i = 1; i < request.size(); ++i)
            all = all && values_.contains(request[i]);
        return {all ? "1" : "0"};
    }
    if (request.size() < 2) throw Error(ErrorId::rendezvous_key_missing);
    const auto found = values_.find(request[1]);
    if (operation == "get" && has(1))
        return found == values_.end() ? StoreMessage{} : StoreMessage{found->second};
    if (operation == "delete" && has(1)) return {values_.erase(request[1]) > 0 ? "1" : "0"};
    if (operation == "set" && has(2)) {
        values_[request[1]] = request[2];
        return {};
    }
    if (operation == "add" && has(2)) {
        const std::int64_t sum = (found == values_.end() ? 0 : integer(found->second)) + integer(request[2]);
        return {values_[request[1]] = std::to_string(sum)};
    }
    if (operation == "compare_set" && has(3)) { // as in c10d: a missing value equals an empty expectation
        if (found == values_.end() && !request[2].empty()) return {request[2]};
        if (found == values_.end() || found->second == request[2]) values_[request[1]] = request[3];
        return {values_[request[1]]};
    }
    throw Error(ErrorId::rendezvous_request_unknown);
}

} // namespace tunedesk::parallel
