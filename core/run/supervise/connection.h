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

/// One accepted client: frames in, frames out, never blocking. Thread rule: the event loop's.
///
/// Callbacks run from the event loop or from drain(). A callback may close() the connection but must not
/// destroy it.
class Connection {
public:
    explicit Connection(FileDescriptor fd);
    ~Connection();

    std::function<void(const std::string& payload)> on_frame;
    std::function<void(const std::string& reason)> on_closed; ///< once; reason is empty for a plain EOF
    std::function<void()> on_drained;                         ///< what had to wait has left for the kernel

    /// Queues one frame. A sender without a bound of its own must check queued() first.
    void send(std::string_view payload);
    std::size_t queued() const { return outgoing_.size() - sent_; }
    /// Reads what has arrived until there is nothing more, for a peer that is known to be dead.
    void drain();
    void close(const std::string& reason = {});
    /// Qt's owner for timers that must not outlive the connection.
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
