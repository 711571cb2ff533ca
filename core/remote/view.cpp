#include "remote/view.h"

#include "base/error.h"
#include "base/hash.h"

namespace tunedesk::remote {

namespace {

/// Beside the views, for a name with a dot is no server's folder.
fs::path lock_of(const event::RunFolder& view) {
    return run::views_folder() / ".locks" / (content_hash(view.root.string()) + ".lock");
}

/// Cuts what a crash may have left behind the last whole line.
void cut_torn_line(event::AppendFile& journal) {
    const MappedFile map(journal.path(), ErrorId::journal_unreadable);
    const std::string_view text = map.text();
    const std::size_t whole = text.rfind('\n') + 1;
    if (whole < text.size()) journal.cut(whole);
}

} // namespace

RemoteView::RemoteView(run::RemoteRun run)
    : run_(std::move(run)), folder_{run::view_folder(run_)}, files_(folder_.root),
      told_(run::last_told(folder_.root)) {
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
    remote.journal = following.from_seq > 1 && told_ ? told_->journal : std::string();
    if (lock_) remote.files_stamp = stamp_;
    remote.see = [&](const event::Event& event) {
        keep(event);
        following.see(event);
    };
    remote.told = [&](const run::RunTold& told) {
        keep(told);
        following.told(told);
    };
    remote.other = [&](const std::string& line) {
        if (!lock_ || !files_.take(line)) return false;
        if (std::string stamp = files_.take_stamp(); !stamp.empty()) {
            remote.files_stamp = stamp_ = std::move(stamp);
            write_told();
            following.files();
        }
        return true;
    };
    remote.begun_anew = [&] {
        forget();
        following.begun_anew();
    };
    remote.connection = following.connection;
    remote.idle = following.idle;
    remote.enough = following.enough;
    remote.at_once = following.at_once;
    remote.is_patient = true;
    follow_remote(server_named(run_.server), remote);
}

void RemoteView::keep(const event::Event& event) {
    // A full disk costs the view its lines, which are told again another time, and nobody else anything.
    if (journal_ && event.seq > 0 && !journal_->append(event::to_line(event) + '\n')) journal_.reset();
}

void RemoteView::keep(const run::RunTold& told) {
    const bool is_news = !told_ || !told_->is_same_as(told);
    told_ = told;
    if (is_news) write_told();
}

void RemoteView::write_told() {
    if (!lock_ || !told_) return;
    try {
        run::write_told(folder_.root, *told_, stamp_);
    } catch (const std::exception&) {
        // As with the journal.
    }
}

void RemoteView::forget() {
    if (journal_) journal_->cut(0);
    told_.reset();
}

} // namespace tunedesk::remote
