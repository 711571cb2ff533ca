// SPDX-License-Identifier: GPL-3.0-or-later
#include "parallel/socket_store.h"

#include "base/clock.h"
#include "memory/torch_headers.h"

#include <cerrno>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <thread>

namespace tunedesk::parallel {

namespace {

using Milliseconds = std::chrono::milliseconds;
constexpr Milliseconds shortest_poll(5), longest_poll(50);

using Bytes = std::vector<std::uint8_t>;

std::string text_of(const Bytes& bytes) {
    return {bytes.begin(), bytes.end()};
}

Bytes bytes_of(const std::string& text) {
    return {text.begin(), text.end()};
}

double seconds_of(Milliseconds time) {
    return std::chrono::duration<double>(time).count();
}

} // namespace

StoreMessage exchange_messages(int socket, const StoreMessage& message, std::string& received,
                               std::chrono::milliseconds timeout) {
    const std::string bytes = encode(message);
    for (std::size_t sent = 0; sent < bytes.size();) {
        const ssize_t n = ::send(socket, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
        if (n < 0 && errno != EINTR)
            C10_THROW_ERROR(DistNetworkError, "the rendezvous is closed: " + errno_text(errno));
        if (n > 0) sent += static_cast<std::size_t>(n);
    }
    const double deadline = monotonic_seconds() + seconds_of(timeout);
    for (;;) {
        if (auto answer = take_message(received)) return std::move(*answer);
        pollfd polled{socket, POLLIN, 0};
        if (::poll(&polled, 1, 100) <= 0) {
            if (monotonic_seconds() > deadline)
                C10_THROW_ERROR(DistNetworkError, fmt::format("the rendezvous did not answer for {:.0f} s",
                                                              seconds_of(timeout)));
            continue;
        }
        char buffer[1 << 16];
        const ssize_t n = ::recv(socket, buffer, sizeof buffer, 0);
        if (n == 0) C10_THROW_ERROR(DistNetworkError, "the rendezvous is closed: rank 0 has ended");
        if (n < 0 && errno != EINTR)
            C10_THROW_ERROR(DistNetworkError, "the rendezvous is closed: " + errno_text(errno));
        if (n > 0) received.append(buffer, static_cast<std::size_t>(n));
    }
}

SocketStore::SocketStore(FileDescriptor socket, std::chrono::milliseconds timeout)
    : Store(timeout), socket_(std::move(socket)) {}

StoreMessage SocketStore::request(const StoreMessage& message) {
    const std::lock_guard lock(mutex_);
    return exchange_messages(socket_.get(), message, received_, timeout_);
}

c10::intrusive_ptr<c10d::Store> SocketStore::clone() {
    return c10::intrusive_ptr<c10d::Store>::reclaim_copy(this); // thread-safe without a copy
}

void SocketStore::set(const std::string& key, const Bytes& value) {
    request({"set", key, text_of(value)});
}

Bytes SocketStore::get(const std::string& key) {
    wait({key});
    const StoreMessage answer = request({"get", key});
    if (answer.empty()) C10_THROW_ERROR(DistStoreError, "the rendezvous lost its key " + key);
    return bytes_of(answer[0]);
}

Bytes SocketStore::compareSet(const std::string& key, const Bytes& expected, const Bytes& desired) {
    return bytes_of(request({"compare_set", key, text_of(expected), text_of(desired)}).at(0));
}

std::int64_t SocketStore::add(const std::string& key, std::int64_t value) {
    return std::stoll(request({"add", key, std::to_string(value)}).at(0));
}

bool SocketStore::deleteKey(const std::string& key) {
    return request({"delete", key}).at(0) == "1";
}

bool SocketStore::check(const std::vector<std::string>& keys) {
    StoreMessage message{"check"};
    message.insert(message.end(), keys.begin(), keys.end());
    return request(message).at(0) == "1";
}

std::int64_t SocketStore::getNumKeys() {
    return std::stoll(request({"count"}).at(0));
}

void SocketStore::wait(const std::vector<std::string>& keys) {
    wait(keys, timeout_);
}

void SocketStore::wait(const std::vector<std::string>& keys, const std::chrono::milliseconds& timeout) {
    const double deadline = monotonic_seconds() + seconds_of(timeout);
    Milliseconds pause = shortest_poll;
    while (!check(keys)) {
        if (timeout != kNoTimeout && monotonic_seconds() > deadline)
            C10_THROW_ERROR(DistStoreError,
                            fmt::format("another rank did not arrive within {:.0f} s (it has not set {})",
                                        seconds_of(timeout), keys.empty() ? "" : keys.front()));
        std::this_thread::sleep_for(pause);
        pause = std::min(pause * 2, longest_poll);
    }
}

} // namespace tunedesk::parallel
