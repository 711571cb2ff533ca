// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "event/socket/frame.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

class QObject;
class QSocketNotifier;

namespace tunedesk::run {

/// A non-blocking connection to one accepted client, which exchanges frames. Thread rule: the event loop's.
///
/// Callbacks run from the event loop or from drain(). A callback may close() the connection but must not
/// destroy it.
class Connection {
public:
    explicit Connection(FileDescriptor fd);
    ~Connection();

    std::function<void(const std::string& payload)> on_frame;
    std::function<void(const std::string& reason)> on_closed; ///< once; reason is empty for a plain EOF
    std::function<void()> on_drained;                         ///< all queued bytes were written to the socket

    /// Queues one frame. The queue is unbounded: the caller must limit it by queued().
    void send(std::string_view payload);
    std::size_t queued() const { return outgoing_.size() - sent_; }
    /// Reads all data that has arrived, for a peer that is known to be dead.
    void drain();
    void close(const std::string& reason = {});
    /// QObject to own timers that must not outlive the connection.
    QObject* context() const;
    bool is_open() const { return static_cast<bool>(fd_); }

private:
    bool read_some();
    void write_some();

    FileDescriptor fd_;
    std::unique_ptr<QSocketNotifier> readable_, writable_;
    event::FrameReader reader_;
    std::string outgoing_;
    std::size_t sent_ = 0;
};

} // namespace tunedesk::run
