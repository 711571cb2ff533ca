// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file_lock.h"
#include "event/journal/append_file.h"
#include "remote/follow_remote.h"
#include "run/folder/remote_place.h"
#include "run/folder/run_files.h"

#include <memory>
#include <optional>
#include <string>

namespace tunedesk::remote {

/// Maintains the local copy of a remote run. If another process already does, this one only reads. Thread
/// rule: one thread.
class RemoteView {
public:
    /// Creates the folder, and removes an incomplete last line of its journal. Throws Error 2048, or 5007,
    /// 5004 and others for failures of the disk.
    explicit RemoteView(run::RemoteRun run);

    const event::RunFolder& folder() const { return folder_; }

    /// Callbacks of follow(); `see` and others as in RemoteFollowing.
    struct Following {
        std::uint64_t from_seq = 1; ///< what follows the journal of the view
        std::function<void(const event::Event&)> see;
        std::function<void(const run::StreamStatus&)> on_status;
        std::function<void()> on_new_journal; ///< called after the view's journal was emptied
        std::function<void()> files;          ///< called after the small files changed
        std::function<void(const ConnectionStatus&)> connection;
        std::function<void()> idle;
        std::function<bool()> enough, at_once;
    };
    /// Follows the run and stores what it receives. Reconnects indefinitely; throws only errors that no retry
    /// can resolve.
    void follow(const Following& following);

private:
    void keep(const event::Event& event);
    void keep(const run::StreamStatus& status);
    void write_status();
    void forget();

    run::RemoteRun run_;
    event::RunFolder folder_;
    std::optional<FileLock> lock_;
    std::optional<event::AppendFile> journal_; ///< only while holding the lock
    run::RunFilesReceiver files_;
    std::optional<run::StreamStatus> status_;
    std::string stamp_;
};

} // namespace tunedesk::remote
