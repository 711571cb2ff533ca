// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "event/folder/run_folder.h"
#include "remote/line_stream.h"
#include "run/devices/rank_memory.h"
#include "ui/run/run_history.h"

#include <QObject>
#include <QString>
#include <memory>
#include <optional>
#include <vector>

namespace tunedesk::ui {

/// Reads a run folder's whole journal on the calling thread, as a feed does for a finished run. `stop` is
/// polled and cancels. Never throws: a missing journal gives an empty history, and damaged lines are left
/// out.
std::shared_ptr<RunHistory> read_history(const event::RunFolder& folder,
                                         const std::function<bool()>& stop = {});

/// Provides a run's events to the pages that show it: live from the supervisor if the run is supervised, else
/// from its journal. A thread of the feed reads and parses; the window's thread receives complete histories,
/// then batches of events, at most 20 per second. Of a large journal, samples are shown first. The feed
/// detects when a run ends and when it is resumed. For a remote run (folder of run/folder/remote_place.h),
/// the journal received earlier is shown first, then the events from its machine, over a connection that is
/// reopened after a failure. Memory is bounded: the thread stops reading if the window is too slow. Thread
/// rule: the window's thread; watch() and the destructor never block.
class RunFeed : public QObject {
    Q_OBJECT

public:
    enum class Source { none, reading, live, journal };

    explicit RunFeed(QObject* parent = nullptr);
    ~RunFeed() override;

    void watch(const fs::path& run);
    void stop();
    /// Retries a lost connection at once.
    void connect_now();

    /// The run's history; null before opened(). Used on the window's thread only.
    const std::shared_ptr<RunHistory>& history() const { return history_; }
    Source source() const { return source_; }
    /// The connection to a remote run's machine; std::nullopt for a local run.
    const std::optional<remote::ConnectionStatus>& connection() const { return connection_; }
    /// The record of the run's last end; std::nullopt while it runs, and if the supervisor left no record.
    const std::optional<event::ExitRecord>& exit() const { return exit_; }

    static constexpr int least_interval_ms = 50;

Q_SIGNALS:
    /// history() is a new object, with samples of the journal (`complete` is false) or with all of it.
    void opened(bool complete);
    /// These events were appended to the history.
    void grown(const std::vector<event::Event>& events);
    /// The ranks' processes on this machine, every two seconds while the run lives.
    void measured(const std::vector<run::RankMemory>& ranks);
    /// source() or exit() has changed.
    void source_changed();
    void connection_changed();
    /// The small files of a remote run (preset, report, ...) were received or have changed.
    void files_changed();
    /// The run, which was active while it was watched, has ended; `code` is -1 if its supervisor left no exit
    /// record.
    void ended(int code);

private:
    struct Shared;
    void receive(const std::shared_ptr<Shared>& from);

    std::shared_ptr<Shared> shared_;
    std::shared_ptr<RunHistory> history_;
    Source source_ = Source::none;
    std::optional<event::ExitRecord> exit_;
    std::optional<remote::ConnectionStatus> connection_;
};

} // namespace tunedesk::ui
