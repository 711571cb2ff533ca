// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/supervise/connection.h"

#include "base/error.h"

#include <QSocketNotifier>
#include <cerrno>
#include <sys/socket.h>

namespace tunedesk::run {

Connection::Connection(FileDescriptor fd) : fd_(std::move(fd)) {
    readable_ = std::make_unique<QSocketNotifier>(fd_.get(), QSocketNotifier::Read);
    writable_ = std::make_unique<QSocketNotifier>(fd_.get(), QSocketNotifier::Write);
    writable_->setEnabled(false);
    // One buffer per turn of the event loop, so that a busy client does not starve the others.
    QObject::connect(readable_.get(), &QSocketNotifier::activated, [this] { read_some(); });
    QObject::connect(writable_.get(), &QSocketNotifier::activated, [this] {
        write_some();
        if (fd_ && outgoing_.empty() && on_drained) on_drained();
    });
}

Connection::~Connection() = default;

QObject* Connection::context() const {
    return readable_.get();
}

bool Connection::read_some() {
    if (!fd_) return false;
    char buffer[1 << 16];
    const ssize_t n = ::recv(fd_.get(), buffer, sizeof buffer, MSG_DONTWAIT);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return errno == EINTR;
    if (n <= 0) {
        close(n == 0 ? std::string() : errno_text(errno));
        return false;
    }
    std::vector<std::string> payloads;
    try {
        payloads = reader_.feed({buffer, static_cast<std::size_t>(n)});
    } catch (const Error& error) {
        close(error.message());
        return false;
    }
    for (const std::string& payload : payloads) {
        if (!fd_) return false;
        // A copy: the callback may hand the connection to another owner, which sets its own.
        if (const auto callback = on_frame) callback(payload);
    }
    return true;
}

void Connection::drain() {
    while (read_some()) {
    }
}

void Connection::send(std::string_view payload) {
    if (!fd_) return;
    outgoing_ += event::make_frame(payload);
    if (!writable_->isEnabled()) write_some();
}

void Connection::write_some() {
    while (fd_ && sent_ < outgoing_.size()) {
        const ssize_t n = ::send(fd_.get(), outgoing_.data() + sent_, outgoing_.size() - sent_,
                                 MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0 && errno == EAGAIN) break;
        if (n < 0) return close(errno_text(errno));
        sent_ += static_cast<std::size_t>(n);
    }
    if (!fd_) return;
    const bool rest = sent_ < outgoing_.size();
    writable_->setEnabled(rest);
    if (rest) {
        outgoing_.erase(0, sent_);
        sent_ = 0;
        return;
    }
    outgoing_.clear();
    sent_ = 0;
}

void Connection::close(const std::string& reason) {
    if (!fd_) return;
    readable_->setEnabled(false);
    writable_->setEnabled(false);
    fd_.reset();
    if (const auto callback = on_closed) callback(reason);
}

} // namespace tunedesk::run
