// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/server.h"

#include <QProcess>
#include <QTemporaryFile>
#include <memory>

namespace tunedesk::remote {

/// An ssh process that runs one command on a server. It is killed with the object and with the thread that
/// created it. Thread rule: one thread, without an event loop.
class SshProcess {
public:
    /// Starts the process. Throws Error 7044 if ssh is not installed.
    SshProcess(const Server& server, const Words& command, const std::string& input = {});
    ~SshProcess();

    /// New output; waits for at most `seconds`; empty at the end too.
    std::string read(double seconds);
    bool has_ended() const { return ended_; }
    /// Exit code: the command's own, or 255 if ssh itself failed. Only valid after the end.
    int code() const;
    /// The last 64 KiB of standard error.
    const std::string& said() const { return said_; }
    void kill() { process_->kill(); }

private:
    void read_errors();

    std::unique_ptr<QTemporaryFile> input_;
    std::unique_ptr<QProcess> process_;
    std::string said_;
    bool ended_ = false;
};

} // namespace tunedesk::remote
