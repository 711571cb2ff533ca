// SPDX-License-Identifier: GPL-3.0-or-later
#include "event/folder/run_folder_guard.h"
#include "base/phrase.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace tunedesk::event {

namespace {

/// The entries that a run writes into its folder. A folder that is committed as a whole (format/checkpoint.h)
/// also has the names of its two intermediate states.
constexpr std::array files{"preset.yaml", "environment.json", "exit.json",      "owner.json",
                           "run.lock",    "events.jsonl",     "metrics.csv",    "report.json",
                           "report.txt",  "confusion.csv",    "predictions.csv"};
constexpr std::array folders{"tensorboard", "checkpoints", "best",      "best.tmp", "best.old",
                             "final",       "final.tmp",   "final.old", "plots",    "logs"};

[[noreturn]] void refuse(const fs::path& path, const std::string& what) {
    throw Error(ErrorId::run_folder_unsafe, {what}, path.string());
}

enum class EntryKind { file, folder, either };

/// False if there is no such entry.
bool check_entry(const fs::path& path, EntryKind kind, struct stat& status) {
    if (::lstat(path.c_str(), &status) != 0) {
        if (errno == ENOENT) return false;
        refuse(path, "it cannot be examined: " + errno_text(errno));
    }
    if (S_ISLNK(status.st_mode)) refuse(path, TUNEDESK_TRANSLATABLE("ErrorDetail", "a symbolic link"));
    if (S_ISFIFO(status.st_mode)) refuse(path, TUNEDESK_TRANSLATABLE("ErrorDetail", "a FIFO"));
    if (S_ISSOCK(status.st_mode)) refuse(path, TUNEDESK_TRANSLATABLE("ErrorDetail", "a socket"));
    if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
        refuse(path, TUNEDESK_TRANSLATABLE("ErrorDetail", "a device"));
    if (kind == EntryKind::file && !S_ISREG(status.st_mode))
        refuse(path, TUNEDESK_TRANSLATABLE("ErrorDetail", "a folder where a file is expected"));
    if (kind == EntryKind::folder && !S_ISDIR(status.st_mode))
        refuse(path, TUNEDESK_TRANSLATABLE("ErrorDetail", "a file where a folder is expected"));
    if (status.st_uid != ::geteuid())
        refuse(path, "it belongs to another user (uid " + std::to_string(status.st_uid) + ")");
    return true;
}

void check_tree(const fs::path& root) {
    struct stat status {};
    if (!check_entry(root, EntryKind::folder, status)) return;
    std::vector<fs::path> open{root};
    while (!open.empty()) {
        const fs::path folder = std::exchange(open.back(), {});
        open.pop_back();
        std::error_code failed;
        for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end;
             entry.increment(failed))
            if (check_entry(entry->path(), EntryKind::either, status) && S_ISDIR(status.st_mode))
                open.push_back(entry->path());
        // A folder that its owner has removed in the meantime holds nothing.
        if (failed && failed != std::errc::no_such_file_or_directory)
            refuse(folder, "it cannot be listed: " + failed.message());
    }
}

} // namespace

void require_safe_run_folder(const RunFolder& folder) {
    struct stat status {};
    if (::stat(folder.root.c_str(), &status) != 0) return;
    if (!S_ISDIR(status.st_mode))
        refuse(folder.root, TUNEDESK_TRANSLATABLE("ErrorDetail", "a file where a folder is expected"));
    for (const char* name : files)
        check_entry(folder.root / name, EntryKind::file, status);
    for (const char* name : folders)
        check_tree(folder.root / name);
}

fs::path lock_file(const RunFolder& folder) {
    return folder.root / "run.lock";
}

void remove_leftovers(const RunFolder& folder) {
    std::vector<fs::path> leftovers;
    std::error_code failed;
    for (fs::directory_iterator entry(folder.root, failed), end; !failed && entry != end;
         entry.increment(failed)) {
        const std::string name = entry->path().filename().string();
        if (std::any_of(files.begin(), files.end(),
                        [&](const char* file) { return is_leftover_of(name, file); }))
            leftovers.push_back(entry->path());
    }
    for (const fs::path& path : leftovers)
        ::unlink(path.c_str());
}

FolderIdentity::FolderIdentity(fs::path path) : path_(std::move(path)) {
    struct stat status {};
    if (::stat(path_.c_str(), &status) != 0)
        throw Error(ErrorId::run_folder_unexamined, {errno_text(errno)}, path_.string());
    device_ = status.st_dev;
    inode_ = status.st_ino;
}

bool FolderIdentity::is_same() const {
    struct stat status {};
    return ::stat(path_.c_str(), &status) == 0 && status.st_dev == device_ && status.st_ino == inode_;
}

void FolderIdentity::require_same() const {
    if (!is_same()) throw Error(ErrorId::run_folder_replaced, {}, path_.string());
}

} // namespace tunedesk::event
