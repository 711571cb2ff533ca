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

/// The other machines of the user's settings: how the connection to each is, and what runs it has. Each is
/// followed by a thread of its own over one connection, reopened when it breaks; no caller ever waits for
/// one. Window's thread.
class Servers : public QObject {
    Q_OBJECT

public:
    struct Served {
        std::vector<run::ListedRun> runs; ///< the last list received, also while the connection is lost
        remote::ConnectionStatus connection;
        std::string tunedesk; ///< the version there; empty: not received yet
    };

    explicit Servers(QObject* parent = nullptr);
    ~Servers() override;

    /// Reads the settings, and follows the machines that they name. Mistakes in them come as failed().
    void read_settings();
    /// By name.
    const std::map<std::string, Served>& all() const { return served_; }
    /// Asks a machine again: after a mistake was corrected, or something was started there.
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

/// The message about a connection, a sentence; empty while it works.
QString connection_text(const std::string& server, const Servers::Served& served);

} // namespace tunedesk::ui
