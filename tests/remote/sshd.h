// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A real sshd on the loopback address with its own keys, configuration and known hosts, and an ssh client for
// it.

#include "base/files/file.h"

#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace tunedesk::test {

class Sshd {
public:
    /// `environment`: that of the programs that it starts. Not running if a program is missing: see
    /// why_not().
    explicit Sshd(const std::map<std::string, std::string>& environment);
    ~Sshd();

    bool is_running() const { return server_ && server_->state() == QProcess::Running; }
    const std::string& why_not() const { return why_not_; }

    /// A program for TUNEDESK_SSH. Its hosts are: box (works), locked (rejects the key), stranger (has an
    /// unknown host key), nowhere (does not listen), missing (does not exist).
    fs::path ssh() const { return root_ / "ssh"; }
    fs::path root() const { return root_; }

    /// The processes that serve the current connections.
    std::vector<int> sessions() const;
    /// Sends a signal to each of them; returns their number.
    int signal_sessions(int signal) const;
    /// Ends all sessions and accepts no connections until come_back().
    void vanish();
    void come_back() { start(); }

private:
    void write_files(const std::map<std::string, std::string>& environment);
    void start();

    QTemporaryDir temporary_;
    fs::path root_;
    int port_ = 0;
    std::string why_not_;
    std::unique_ptr<QProcess> server_;
};

} // namespace tunedesk::test
