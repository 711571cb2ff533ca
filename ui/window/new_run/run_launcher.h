// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/queue/sweep.h"

#include <QObject>
#include <functional>
#include <vector>

namespace tunedesk::ui {

class MessageBar;
class QueueWatch;

/// Starts and queues runs of presets in the background; the message bar shows that it does, and errors.
/// Window's thread.
class RunLauncher : public QObject {
    Q_OBJECT

public:
    /// All must live as long.
    RunLauncher(QueueWatch* queue, MessageBar* messages, QObject* parent);

    /// Starts a run of a preset's file, here or on a server; started() follows.
    void start(const fs::path& preset);
    void start_on(const std::string& server, const fs::path& preset);
    /// Queues a run of a preset's file; queued() follows.
    void queue(const fs::path& preset);
    /// Makes runs of a preset and queues them, as one group if they are several; queued() follows.
    void queue(const fs::path& preset, std::function<std::vector<run::SweepRun>()> make, run::Queueing how);

Q_SIGNALS:
    /// The run's folder; of one on a server that is its view here.
    void started(const QString& run);
    /// The folder of the run, or of the first of several.
    void queued(const QString& run);
    /// Neither; the message bar says why.
    void failed();

private:
    void start_by(std::function<fs::path()> start);
    void fail(const Error& error);

    QueueWatch* queue_;
    MessageBar* messages_;
};

} // namespace tunedesk::ui
