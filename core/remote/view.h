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

/// Keeps a view up to date. Where another process keeps it already, this one only looks on. Thread rule: one
/// thread.
class RemoteView {
public:
    /// Makes the folder, and cuts off a torn last line of its journal. Throws Error 2048, or
    /// 5007, 5004 and others where the disk does not let it.
    explicit RemoteView(run::RemoteRun run);

    const event::RunFolder& folder() const { return folder_; }

    /// What happens to the view; `see` and the like as in RemoteFollowing.
    struct Following {
        std::uint64_t from_seq = 1; ///< what follows the journal of the view
        std::function<void(const event::Event&)> see;
        std::function<void(const run::StreamStatus&)> on_status;
        std::function<void()> on_new_journal; ///< the view's journal is empty now
        std::function<void()> files;          ///< the small files are others now
        std::function<void(const ConnectionStatus&)> connection;
        std::function<void()> idle;
        std::function<bool()> enough, at_once;
    };
    /// Follows the run and keeps what it hears. Patient: only what no waiting can mend is thrown.
    void follow(const Following& following);

private:
    void keep(const event::Event& event);
    void keep(const run::StreamStatus& status);
    void write_status();
    void forget();

    run::RemoteRun run_;
    event::RunFolder folder_;
    std::optional<FileLock> lock_;
    std::optional<event::AppendFile> journal_; ///< only with the lock
    run::RunFilesReceiver files_;
    std::optional<run::StreamStatus> status_;
    std::string stamp_;
};

} // namespace tunedesk::remote
