// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/shell/remote_servers.h"

#include "run/folder/remote_place.h"
#include "ui/server/add_server_dialog.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"

#include <QAction>

namespace tunedesk::ui {

namespace {

/// Nothing for a run whose path is none.
LibraryEntryPtr entry_of(const std::string& server, const run::ListedRun& run) try {
    auto entry = std::make_shared<LibraryEntry>();
    entry->section = run.running ? Section::running : Section::finished;
    entry->path = run::view_folder({server, run.path.string()});
    entry->name = run.name;
    entry->started = run.started;
    entry->status = run.status;
    entry->group = server;
    entry->step = run.step;
    entry->steps = run.steps;
    entry->metrics = run.metrics;
    entry->stamp = 0; // its details are those that the server sent
    return entry;
} catch (const Error&) {
    return nullptr;
}

} // namespace

RemoteServers::RemoteServers(Library* library, MessageBar* bar, QWidget* window)
    : QObject(window), library_(library), bar_(bar), window_(window), servers_(new Servers(this)),
      open_(new QAction(tr("Open a ser&ver…"), this)) {
    open_->setStatusTip(tr("Shows the runs of another machine, over your own ssh"));
    open_->setToolTip(open_->statusTip());
    connect(open_, &QAction::triggered, this, &RemoteServers::ask_server);
    connect(servers_, &Servers::runs_changed, this, &RemoteServers::show_runs);
    connect(servers_, &Servers::runs_changed, this, &RemoteServers::show_connections);
    connect(servers_, &Servers::connection_changed, this, &RemoteServers::show_connections);
    connect(servers_, &Servers::failed, this, [this](const Error& error) { bar_->say(error); });
    servers_->read_settings();
}

QStringList RemoteServers::names() const {
    QStringList names;
    for (const auto& [name, served] : servers_->all())
        names << to_qt(name);
    return names;
}

void RemoteServers::ask_server() {
    auto* dialog = new AddServerDialog(window_);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &AddServerDialog::added, servers_, &Servers::read_settings);
    dialog->open();
}

void RemoteServers::show_runs() {
    LibraryEntries entries;
    for (const auto& [name, served] : servers_->all())
        for (const run::ListedRun& run : served.runs)
            if (auto entry = entry_of(name, run)) entries.push_back(std::move(entry));
    library_->set_remote_runs(std::move(entries));
    Q_EMIT servers_changed();
}

/// The first machine that something is to be said of; a message that was dismissed comes back when it
/// changes.
void RemoteServers::show_connections() {
    for (const auto& [name, served] : servers_->all()) {
        if (served.connection.state == remote::ConnectionStatus::State::connecting && !shown_text_.isEmpty())
            return;
        const QString text = connection_text(name, served);
        if (text.isEmpty()) continue;
        if (text == shown_text_) return;
        shown_text_ = text;
        const bool waits = served.connection.error && served.connection.again_in <= 0;
        return bar_->say(waits ? MessageBar::Kind::error : MessageBar::Kind::warning, text,
                         served.connection.error ? tr("Try now") : QString(),
                         [this, server = name] { servers_->connect_now(server); });
    }
    shown_text_.clear();
    bar_->clear();
}

} // namespace tunedesk::ui
