// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/disk_watch.h"

#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <sys/stat.h>
#include <unistd.h>

namespace tunedesk::test {

namespace {

struct Armed {
    std::atomic<bool> on = false;
    DiskCall kind{};
    int nth = 0, error = 0, seen = 0;
    bool hit = false;
    std::string root, path;
    int torn_fd = -1; ///< of a short write: the next write to it fails
};

struct Recording {
    std::atomic<bool> on = false;
    std::string root;
    int log = -1; ///< of a preloaded recorder
    std::vector<DiskChange> changes;
};

constinit std::recursive_mutex mutex;
constinit Armed armed;
constinit Recording recording;    // there before record_whole_program()
thread_local bool inside = false; ///< this file's own work

bool is_below(const std::string& path, const std::string& root) {
    return !root.empty() && path.starts_with(root) &&
           (path.size() == root.size() || path[root.size()] == '/');
}

} // namespace

bool watched() {
    return !inside && (armed.on || recording.on);
}

Inside::Inside() : lock_(mutex) {
    inside = true;
}

Inside::~Inside() {
    inside = false;
}

std::string path_of(int fd) {
    char link[64], path[PATH_MAX];
    std::snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    const ssize_t size = REAL(readlink)(link, path, sizeof path);
    return size > 0 ? std::string(path, static_cast<std::size_t>(size)) : std::string();
}

std::string path_at(int folder, const char* path) {
    if (path[0] == '/') return fs::path(path).lexically_normal().string();
    const fs::path base = folder == AT_FDCWD ? fs::current_path() : fs::path(path_of(folder));
    std::string whole = (base / path).lexically_normal().string();
    if (whole.size() > 1 && whole.ends_with('/')) whole.pop_back();
    return whole;
}

bool fails(DiskCall kind, const std::string& path) {
    if (!armed.on || armed.kind != kind || !is_below(path, armed.root) || ++armed.seen != armed.nth)
        return false;
    armed.hit = true;
    armed.path = path;
    errno = armed.error;
    return true;
}

void tear(int fd) {
    armed.torn_fd = fd;
}

bool torn(int fd) {
    if (!armed.on || armed.torn_fd != fd) return false;
    armed.torn_fd = -1;
    errno = armed.error;
    return true;
}

namespace {

void append_to_log(const DiskChange& change) {
    const std::string head = std::to_string(static_cast<int>(change.kind)) + ' ' +
                             std::to_string(change.inode) + ' ' + std::to_string(change.offset) + ' ' +
                             std::to_string(change.path.size()) + ' ' + std::to_string(change.to.size()) +
                             ' ' + std::to_string(change.bytes.size()) + '\n';
    const std::string record = head + change.path + change.to + change.bytes;
    if (REAL(write)(recording.log, record.data(), record.size()) != static_cast<ssize_t>(record.size()))
        std::abort();
}

} // namespace

void changed(DiskChange change) {
    if (recording.log >= 0)
        append_to_log(change);
    else
        recording.changes.push_back(std::move(change));
}

bool records(const std::string& path) {
    return recording.on && is_below(path, recording.root);
}

std::uint64_t inode_of(int fd) {
    struct stat status {};
    return ::fstat(fd, &status) == 0 ? status.st_ino : 0;
}

std::uint64_t inode_of(const std::string& path) {
    struct stat status {};
    return ::lstat(path.c_str(), &status) == 0 ? status.st_ino : 0;
}

namespace {

/// libdisk_recorder.so is these files, preloaded into a program with these variables.
__attribute__((constructor)) void record_whole_program() {
    const char* root = std::getenv("TUNEDESK_RECORD_ROOT");
    const char* log = std::getenv("TUNEDESK_RECORD_LOG");
    if (!root || !log) return;
    recording.log = REAL(open)(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    recording.root = root;
    recording.on = recording.log >= 0;
}

} // namespace

FailingCall::FailingCall(DiskCall kind, int nth, int error, const fs::path& root) {
    const std::scoped_lock lock(mutex);
    armed.kind = kind;
    armed.nth = nth;
    armed.error = error;
    armed.seen = 0;
    armed.hit = false;
    armed.root = root.string();
    armed.path.clear();
    armed.torn_fd = -1;
    armed.on = true;
}

void FailingCall::disarm() {
    armed.on = false;
}

bool FailingCall::hit() const {
    return armed.hit;
}

std::string FailingCall::path() const {
    return armed.path;
}

void start_recording(const fs::path& root) {
    const std::scoped_lock lock(mutex);
    recording.root = root.string();
    recording.changes.clear();
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
        const std::string path = entry.path().string();
        const bool folder = entry.is_directory();
        const std::uint64_t inode = inode_of(path);
        changed(
            {folder ? DiskChange::Kind::make_folder : DiskChange::Kind::make_file, path, {}, {}, inode, 0});
        if (!folder) {
            std::ifstream file(path, std::ios::binary);
            std::string text{std::istreambuf_iterator<char>(file), {}};
            changed({DiskChange::Kind::write, {}, {}, std::move(text), inode, 0});
        }
        changed({DiskChange::Kind::sync, path, {}, {}, inode, 0});
        const std::string parent = entry.path().parent_path().string();
        changed({DiskChange::Kind::sync, parent, {}, {}, inode_of(parent), 0});
    }
    recording.on = true;
    changed({DiskChange::Kind::mark, recording_begins, {}, {}, 0, 0});
}

void record_mark(const std::string& text) {
    const std::scoped_lock lock(mutex);
    if (recording.on) changed({DiskChange::Kind::mark, text, {}, {}, 0, 0});
}

std::vector<DiskChange> stop_recording() {
    const std::scoped_lock lock(mutex);
    recording.on = false;
    return std::move(recording.changes);
}

} // namespace tunedesk::test
