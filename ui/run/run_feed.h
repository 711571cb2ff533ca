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

/// Reads a run folder's whole journal, on the calling thread: what a feed shows of a finished run.
/// `stop` is asked now and then. Never throws: a missing journal gives an empty history, damaged lines are
/// left out.
std::shared_ptr<RunHistory> read_history(const event::RunFolder& folder,
                                         const std::function<bool()>& stop = {});

/// A run's events for the pages that show it, live or from its journal, whichever there is: a thread of its
/// own reads, parses and waits; the window's thread gets finished histories and small batches, at most 20 a
/// second. A large journal is first shown by samples of it. When a run ends, and when it is resumed later,
/// the feed notices. A run on another machine is a folder of run/remote_place.h: what was seen of it before
/// comes first, then what its machine sends, over a connection that is reopened when it breaks. Memory is
/// bounded: when the window is too slow, the thread stops reading. Thread rule:
/// the window's; destroying or watching another run never waits.
class RunFeed : public QObject {
    Q_OBJECT

public:
    enum class Source { none, reading, live, journal };

    explicit RunFeed(QObject* parent = nullptr);
    ~RunFeed() override;

    void watch(const fs::path& run);
    void stop();
    /// Tries a lost connection now, without waiting.
    void connect_now();

    /// Null before opened(); belongs to the window's thread from then on.
    const std::shared_ptr<RunHistory>& history() const { return history_; }
    Source source() const { return source_; }
    /// To the machine of a run that is not of this one; std::nullopt for others.
    const std::optional<remote::ConnectionStatus>& connection() const { return connection_; }
    /// Of the run's last end; nothing while it runs or where it ended without a word.
    const std::optional<event::ExitRecord>& exit() const { return exit_; }

    static constexpr int least_interval_ms = 50;

Q_SIGNALS:
    /// history() is a new one: samples (`complete` false) or all that the journal has.
    void opened(bool complete);
    /// These events have just come into the history.
    void grown(const std::vector<event::Event>& events);
    /// The ranks' processes on this machine, every two seconds while the run lives.
    void measured(const std::vector<run::RankMemory>& ranks);
    /// source() or exit() is another one.
    void source_changed();
    void connection_changed();
    /// The preset, the report and the like of a run on another machine have come, or are others now.
    void files_changed();
    /// The run lived while it was watched, and has ended; -1 if its supervisor went without a word.
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
