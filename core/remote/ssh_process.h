// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/server.h"

#include <QProcess>
#include <QTemporaryFile>
#include <memory>

namespace tunedesk::remote {

/// One ssh that runs one command of a server. Ends with the object, and with the thread that made it. Thread
/// rule: one thread, without an event loop.
class SshProcess {
public:
    /// Starts it. Throws Error 7044 if there is no ssh.
    SshProcess(const Server& server, const Words& command, const std::string& input = {});
    ~SshProcess();

    /// What has been printed, waiting at most so long for something; empty at the end too.
    std::string read(double seconds);
    bool has_ended() const { return ended_; }
    /// Of ssh: the command's own, 255 where ssh itself failed. Only once it has ended.
    int code() const;
    /// The last 64 KiB of the standard error.
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
