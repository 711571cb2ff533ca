// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A real sshd on the loopback with keys, configuration and known hosts of its own, and an ssh that knows it.

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
    /// `environment` is what the programs that it starts find. Not running where something is missing:
    /// why_not().
    explicit Sshd(const std::map<std::string, std::string>& environment);
    ~Sshd();

    bool is_running() const { return server_ && server_->state() == QProcess::Running; }
    const std::string& why_not() const { return why_not_; }

    /// For TUNEDESK_SSH. It knows the hosts: box (all is well), locked (refuses the key), stranger (its key
    /// is not the known one), nowhere (nobody listens), missing (there is no such machine).
    fs::path ssh() const { return root_ / "ssh"; }
    fs::path root() const { return root_; }

    /// The processes that serve connections now.
    std::vector<int> sessions() const;
    /// Sends a signal to each; how many there were.
    int signal_sessions(int signal) const;
    /// Ends all sessions and lets nobody in, until come_back().
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
