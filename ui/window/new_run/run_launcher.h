// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/queue/sweep.h"

#include <QObject>
#include <functional>
#include <vector>

namespace tunedesk::ui {

class MessageBar;
class QueueWatch;

/// Starts and queues runs of presets in the background; the message bar shows progress and errors. Window's
/// thread.
class RunLauncher : public QObject {
    Q_OBJECT

public:
    /// All arguments must outlive the launcher.
    RunLauncher(QueueWatch* queue, MessageBar* messages, QObject* parent);

    /// Starts a run of a preset's file, here or on a server; emits started().
    void start(const fs::path& preset);
    void start_on(const std::string& server, const fs::path& preset);
    /// Queues a run of a preset's file; emits queued().
    void queue(const fs::path& preset);
    /// Creates runs of a preset and queues them, several as one group; emits queued().
    void queue(const fs::path& preset, std::function<std::vector<run::SweepRun>()> make, run::Queueing how);

Q_SIGNALS:
    /// Emitted with the run's folder; for a run on a server, that of its local view.
    void started(const QString& run);
    /// Emitted with the folder of the run, or of the first of several.
    void queued(const QString& run);
    /// Emitted if a run was neither started nor queued; the message bar shows the reason.
    void failed();

private:
    void start_by(std::function<fs::path()> start);
    void fail(const Error& error);

    QueueWatch* queue_;
    MessageBar* messages_;
};

} // namespace tunedesk::ui
