#pragma once

#include "ui/server/servers.h"
#include "ui/window/library.h"

#include <QObject>

class QAction;
class QWidget;

namespace tunedesk::ui {

class MessageBar;

/// Brings other machines into the window: their runs into the library, each machine a group; the state of
/// their connections onto a bar of its own; and the ways to open a machine and to start a preset there.
/// Window's thread.
class ServerDesk : public QObject {
    Q_OBJECT

public:
    ServerDesk(Library* library, MessageBar* bar, QWidget* window);

    QAction* open_action() const { return open_; }
    QAction* start_action() const { return start_; }
    const Servers* servers() const { return servers_; }
    /// The preset that a start is about; empty: none is shown. It must be saved for the changes to count.
    void set_preset(const fs::path& preset);

Q_SIGNALS:
    /// A run was started there; `run` is its view here.
    void run_started(const QString& run);

private:
    void ask_server();
    void ask_start();
    void show_runs();
    void show_connections();

    Library* library_;
    MessageBar* bar_;
    QWidget* window_;
    Servers* servers_;
    QAction *open_, *start_;
    fs::path preset_;
    QString told_;
};

} // namespace tunedesk::ui
