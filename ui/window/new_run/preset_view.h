// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <QWidget>
#include <functional>
#include <optional>

namespace tunedesk::ui {

class DataCheck;
class LazyTabs;
class MessageBar;
class QueueWatch;
class RunLauncher;
class SetupPage;

/// Everything about one preset, on tabs; the data check, the estimate and Start stay below them. Window's
/// thread.
class PresetView : public QWidget {
    Q_OBJECT

public:
    explicit PresetView(QueueWatch* queue, QWidget* parent = nullptr);

    void open(const fs::path& preset);
    /// Shows a preset that is not saved yet.
    void open_text(const QString& text, const fs::path& file);
    /// Brings Set-up to the front with a message about the preset; `show` is what its button Show does.
    void announce(const QString& text, std::function<void()> show);
    /// Shows a preset with changes that were not saved.
    void restore(const fs::path& preset, const QString& text);
    const fs::path& preset() const { return preset_; }
    bool is_modified() const;
    /// The text as it stands.
    QString source() const;
    void save();
    /// Presses Start, where it can be pressed; it queues the run where the device is busy.
    void start();
    /// Starts a run of the preset's file on this machine, checked or not; it is queued where the device is
    /// busy.
    void run_now();
    /// Queues a run whether or not the device is busy.
    void queue_up();
    /// The machines beside this one that Start may choose.
    void set_servers(const QStringList& servers);
    /// Asks for a sweep of the preset as it stands, saved or not; of this key, if one is given.
    void ask_sweep(const QString& key = {}, const QString& values = {});
    LazyTabs* tabs() const { return tabs_; }
    SetupPage* setup() const { return setup_; }
    DataCheck* data_check() const { return data_check_; }

Q_SIGNALS:
    void saved(const QString& preset);
    /// A run of this preset was started in its folder; of one on a server that is its view here.
    void run_started(const QString& run);
    /// A run of this preset, or the first of a sweep, waits in the queue.
    void run_queued(const QString& run);
    void edited();

private:
    void start_saved(const QString& preset);
    /// The queue is this machine's: whether Start means another, which a message then explains.
    bool is_for_server();
    void show_turn();

    QueueWatch* queue_;
    LazyTabs* tabs_;
    MessageBar* message_;
    SetupPage* setup_;
    DataCheck* data_check_;
    RunLauncher* launcher_;
    fs::path preset_;
    std::optional<QString> draft_; ///< to be shown instead of the file's text
    bool wants_queue_ = false;     ///< the next start is to be queued
};

} // namespace tunedesk::ui
