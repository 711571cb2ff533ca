// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "run/queue/queue.h"

#include <QObject>
#include <QString>
#include <memory>

class QFileSystemWatcher;
class QTimer;

namespace tunedesk {
class GpuSampler;
}

namespace tunedesk::ui {

/// A snapshot of the queue and this machine's devices.
struct QueueSnapshot {
    std::vector<run::QueueEntry> entries;
    std::vector<run::ClaimableDevice> devices;
    std::vector<Gpu> gpus;

    /// The entry of a run; null if it is not queued.
    const run::QueueEntry* find(const fs::path& run) const;
    /// A run's place, from 1; 0 if it is not queued.
    int place(const fs::path& run) const;
};

/// Follows the queue and which devices are free: by watching the queue's folder, and with a slow timer, for a
/// device that becomes free sends no notification. All reading happens off the window's thread. When it
/// begins, it starts the processes of queued runs that have lost theirs. Window's thread.
class QueueWatch : public QObject {
    Q_OBJECT

public:
    explicit QueueWatch(QObject* parent = nullptr);
    ~QueueWatch() override;

    const QueueSnapshot& snapshot() const { return snapshot_; }
    /// Why a run of this preset would have to wait now, as a sentence; empty if it could start, or if the
    /// queue would not accept it.
    QString why_wait(const Preset& preset) const;
    /// How many runs of this preset this machine can train at the same time; at least 1.
    int at_once(const Preset& preset) const;
    /// Refreshes soon; requests during a refresh are combined.
    void refresh();

Q_SIGNALS:
    /// Emitted when snapshot() has changed.
    void changed();
    void failed(const tunedesk::Error& error);

private:
    void revive();
    void watch_folders();

    QueueSnapshot snapshot_;
    QFileSystemWatcher* watcher_;
    QTimer* timer_;
    std::shared_ptr<GpuSampler> gpus_;
    bool busy_ = false, again_ = false;
    std::string said_; ///< the last error shown, so that it is shown only once
};

/// A sentence such as "It waits for a slot of the CPU: all 2 are in use."; empty if it need not wait.
QString waiting_text(const run::QueueEntry& entry, const run::Waiting& waiting);

} // namespace tunedesk::ui
