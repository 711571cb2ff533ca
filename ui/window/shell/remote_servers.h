// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/server/servers.h"
#include "ui/window/library/library.h"

#include <QObject>

class QAction;
class QWidget;

namespace tunedesk::ui {

class MessageBar;

/// Integrates servers into the window: their runs into the library, one group per server; their connection
/// states on a separate bar; and the dialog to add a server. Window's thread.
class RemoteServers : public QObject {
    Q_OBJECT

public:
    RemoteServers(Library* library, MessageBar* bar, QWidget* window);

    QAction* open_action() const { return open_; }
    const Servers* servers() const { return servers_; }
    QStringList names() const;

Q_SIGNALS:
    /// Emitted when names() may have changed.
    void servers_changed();

private:
    void ask_server();
    void show_runs();
    void show_connections();

    Library* library_;
    MessageBar* bar_;
    QWidget* window_;
    Servers* servers_;
    QAction* open_;
    QString shown_text_;
};

} // namespace tunedesk::ui
