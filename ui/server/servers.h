// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "remote/line_stream.h"
#include "run/registry/listed_runs.h"

#include <QObject>
#include <QString>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace tunedesk::ui {

/// The servers in the user's settings, with their connection states and runs. Each is followed by a separate
/// thread over one connection, which is reopened when it is lost; callers never wait for it. Window's thread.
class Servers : public QObject {
    Q_OBJECT

public:
    struct Served {
        std::vector<run::ListedRun> runs; ///< the last list received, also while the connection is lost
        remote::ConnectionStatus connection;
        std::string tunedesk; ///< version on the server; empty: not received yet
    };

    explicit Servers(QObject* parent = nullptr);
    ~Servers() override;

    /// Reads the settings and follows the servers in them. Errors are reported by failed().
    void read_settings();
    /// All servers by name.
    const std::map<std::string, Served>& all() const { return served_; }
    /// Reconnects immediately: after an error was corrected, or something was started on the server.
    void connect_now(const std::string& server);

Q_SIGNALS:
    void runs_changed();
    void connection_changed(const QString& server);
    void failed(const tunedesk::Error& error);

private:
    struct Shared;
    void follow(const std::vector<run::ServerSettings>& servers);
    void receive(const std::shared_ptr<Shared>& from);

    std::map<std::string, Served> served_;
    std::map<std::string, std::shared_ptr<Shared>> threads_;
};

/// A sentence about the state of a connection; empty if it works.
QString connection_text(const std::string& server, const Servers::Served& served);

} // namespace tunedesk::ui
