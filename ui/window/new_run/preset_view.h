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

/// All pages of one preset, on tabs; the data check, the estimate and Start remain visible below them.
/// Window's thread.
class PresetView : public QWidget {
    Q_OBJECT

public:
    explicit PresetView(QueueWatch* queue, QWidget* parent = nullptr);

    void open(const fs::path& preset);
    /// Shows an unsaved preset, to be written as `file`.
    void open_text(const QString& text, const fs::path& file);
    /// Brings Set-up to the front with a message about the preset; `show` is what its button Show does.
    void announce(const QString& text, std::function<void()> show);
    /// Shows a preset with unsaved changes.
    void restore(const fs::path& preset, const QString& text);
    const fs::path& preset() const { return preset_; }
    bool is_modified() const;
    /// The current text.
    QString source() const;
    void save();
    /// Clicks Start if it is enabled; queues the run if the device is busy.
    void start();
    /// Starts a run of the preset's file on this machine, even if unchecked; it is queued if the device is
    /// busy.
    void run_now();
    /// Queues a run whether or not the device is busy.
    void queue_up();
    /// Sets the servers that Start may use.
    void set_servers(const QStringList& servers);
    /// Opens the dialog for a sweep of the current preset, saved or not; of this key, if one is given.
    void ask_sweep(const QString& key = {}, const QString& values = {});
    LazyTabs* tabs() const { return tabs_; }
    SetupPage* setup() const { return setup_; }
    DataCheck* data_check() const { return data_check_; }

Q_SIGNALS:
    void saved(const QString& preset);
    /// Emitted with the folder of a started run of this preset; for a run on a server, that of its local
    /// view.
    void run_started(const QString& run);
    /// Emitted when a run of this preset, or the first of a sweep, was queued.
    void run_queued(const QString& run);
    void edited();

private:
    void start_saved(const QString& preset);
    /// The queue is only on this machine: returns whether Start is set to a server, and then shows a message.
    bool is_for_server();
    void show_turn();

    QueueWatch* queue_;
    LazyTabs* tabs_;
    MessageBar* message_;
    SetupPage* setup_;
    DataCheck* data_check_;
    RunLauncher* launcher_;
    fs::path preset_;
    std::optional<QString> draft_; ///< shown instead of the file's text
    bool wants_queue_ = false;     ///< the next start only queues the run
};

} // namespace tunedesk::ui
