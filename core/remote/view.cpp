// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/view.h"

#include "base/error.h"
#include "base/hash.h"

namespace tunedesk::remote {

namespace {

/// The lock file is beside the views; a name with a leading dot is not a server's folder.
fs::path lock_of(const event::RunFolder& view) {
    return run::views_folder() / ".locks" / (content_hash(view.root.string()) + ".lock");
}

/// Removes an incomplete last line left by a crash.
void cut_torn_line(event::AppendFile& journal) {
    const MappedFile map(journal.path(), ErrorId::journal_unreadable);
    const std::string_view text = map.text();
    const std::size_t whole = text.rfind('\n') + 1;
    if (whole < text.size()) journal.cut(whole);
}

} // namespace

RemoteView::RemoteView(run::RemoteRun run)
    : run_(std::move(run)), folder_{run::view_folder(run_)}, files_(folder_.root),
      status_(run::last_status(folder_.root)) {
    make_private_folder(run::views_folder());
    make_folders(folder_.root, ErrorId::folder_not_created, 0700);
    lock_ = FileLock::try_take(lock_of(folder_));
    if (!lock_) return;
    journal_.emplace(folder_.root, folder_.journal().filename());
    cut_torn_line(*journal_);
    stamp_ = run::files_stamp(folder_.root);
}

void RemoteView::follow(const Following& following) {
    RemoteFollowing remote;
    remote.run = run_.path;
    remote.from_seq = following.from_seq;
    remote.journal = following.from_seq > 1 && status_ ? status_->journal : std::string();
    if (lock_) remote.files_stamp = stamp_;
    remote.see = [&](const event::Event& event) {
        keep(event);
        following.see(event);
    };
    remote.on_status = [&](const run::StreamStatus& status) {
        keep(status);
        following.on_status(status);
    };
    remote.other = [&](const std::string& line) {
        if (!lock_ || !files_.take(line)) return false;
        if (std::string stamp = files_.take_stamp(); !stamp.empty()) {
            remote.files_stamp = stamp_ = std::move(stamp);
            write_status();
            following.files();
        }
        return true;
    };
    remote.on_new_journal = [&] {
        forget();
        following.on_new_journal();
    };
    remote.connection = following.connection;
    remote.idle = following.idle;
    remote.enough = following.enough;
    remote.at_once = following.at_once;
    remote.is_patient = true;
    follow_remote(server_named(run_.server), remote);
}

void RemoteView::keep(const event::Event& event) {
    // On a full disk the view lacks lines, which are streamed again next time; nothing else is affected.
    if (journal_ && event.seq > 0 && !journal_->append(event::to_line(event) + '\n')) journal_.reset();
}

void RemoteView::keep(const run::StreamStatus& status) {
    const bool is_news = !status_ || !status_->is_same_as(status);
    status_ = status;
    if (is_news) write_status();
}

void RemoteView::write_status() {
    if (!lock_ || !status_) return;
    try {
        run::write_status(folder_.root, *status_, stamp_);
    } catch (const std::exception&) {
        // As with the journal.
    }
}

void RemoteView::forget() {
    if (journal_) journal_->cut(0);
    status_.reset();
}

} // namespace tunedesk::remote
