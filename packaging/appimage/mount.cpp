// SPDX-License-Identifier: GPL-3.0-or-later
#include "mount.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern "C" {
#include <squashfuse/ll.h>
}

namespace tunedesk::appimage {

namespace {

constexpr int retry_ms = 2000; // between attempts to unmount what is in use

/// Unmounts and ends this process; with `lazily` also what is in use.
[[noreturn]] void unmount_and_exit(const std::string& folder, bool lazily) {
    if (::geteuid() == 0)
        ::_exit(::umount2(folder.c_str(), UMOUNT_NOFOLLOW | (lazily ? MNT_DETACH : 0)) == 0 ? 0 : 1);
    const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    for (const int stream : {0, 1, 2})
        ::dup2(null, stream); // a mount in use is no error to speak of
    const char* const lazy[] = {"fusermount3", "-u", "-z", "--", folder.c_str(), nullptr};
    const char* const plain[] = {"fusermount3", "-u", "--", folder.c_str(), nullptr};
    auto* arguments = const_cast<char* const*>(lazily ? lazy : plain);
    ::execv("/usr/bin/fusermount3", arguments);
    ::execvp("fusermount3", arguments);
    ::_exit(1);
}

/// Serves one mount until it is unmounted.
class Server {
public:
    Server(std::string folder, std::string lock_file)
        : folder_(std::move(folder)), lock_file_(std::move(lock_file)) {}

    bool mount(std::uint64_t offset) {
        sqfs_ll* image = ::sqfs_ll_open("/proc/self/exe", offset);
        if (!image) return false;
        fuse_lowlevel_ops calls{};
        calls.lookup = sqfs_ll_op_lookup;
        calls.forget = sqfs_ll_op_forget;
        calls.getattr = sqfs_ll_op_getattr;
        calls.readlink = sqfs_ll_op_readlink;
        calls.open = sqfs_ll_op_open;
        calls.read = sqfs_ll_op_read;
        calls.release = sqfs_ll_op_release;
        calls.opendir = sqfs_ll_op_opendir;
        calls.readdir = sqfs_ll_op_readdir;
        calls.releasedir = sqfs_ll_op_releasedir;
        calls.statfs = stfs_ll_op_statfs;
        fuse_args options = FUSE_ARGS_INIT(0, nullptr);
        fuse_opt_add_arg(&options, "tunedesk");
        fuse_opt_add_arg(&options, "-oro,nosuid,nodev,fsname=TuneDesk.AppImage,subtype=squashfuse");
        session_ = fuse_session_new(&options, &calls, sizeof calls, image);
        fuse_opt_free_args(&options);
        return session_ && fuse_session_mount(session_, folder_.c_str()) == 0;
    }

    /// `user` is a descriptor of the process that the mount is for; below 0, where there is none, its end is
    /// found by attempts.
    void serve(int user) {
        fuse_buf request{};
        bool user_ended = user < 0;
        while (!fuse_session_exited(session_)) {
            pollfd awaited[] = {{fuse_session_fd(session_), POLLIN, 0}, {user_ended ? -1 : user, POLLIN, 0}};
            if (::poll(awaited, 2, user_ended ? retry_ms : -1) < 0 && errno != EINTR) break;
            if (awaited[0].revents) {
                const int size = fuse_session_receive_buf(session_, &request);
                if (size == -EINTR || size == -EAGAIN) continue;
                if (size <= 0) break; // unmounted
                fuse_session_process_buf(session_, &request);
                continue;
            }
            if (awaited[1].revents) user_ended = true;
            if (user_ended) try_unmount();
        }
        std::free(request.mem);
        remove_folder();
    }

private:
    /// In a process of its own: while the kernel unmounts it may ask this one.
    void try_unmount() {
        if (attempt_ > 0 && ::waitpid(attempt_, nullptr, WNOHANG) == 0) return;
        attempt_ = ::fork();
        if (attempt_ != 0) return;
        // Not closed by exec: a start waits for fusermount3 to end.
        const int lock = ::open(lock_file_.c_str(), O_RDWR | O_NOFOLLOW);
        if (lock >= 0 && ::flock(lock, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) ::_exit(1);
        unmount_and_exit(folder_, false);
    }

    void remove_folder() {
        const int lock = ::open(lock_file_.c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC);
        if (lock >= 0) ::flock(lock, LOCK_EX);
        ::rmdir(folder_.c_str()); // fails where another start has mounted there again
    }

    std::string folder_, lock_file_;
    fuse_session* session_ = nullptr;
    pid_t attempt_ = 0;
};

/// Keeps nothing of the process that this one was forked from, its lock and its terminal least of all, but
/// two descriptors; either may be below 0.
void detach(int first, int second) {
    ::setsid();
    for (const int signal : {SIGHUP, SIGINT, SIGTERM, SIGQUIT, SIGPIPE})
        std::signal(signal,
                    SIG_IGN); // it ends when the mount is unused, which is when these have ended the others
    if (::chdir("/") != 0) ::_exit(1);
    const int null = ::open("/dev/null", O_RDWR);
    for (const int stream : {0, 1, 2})
        ::dup2(null, stream);
    unsigned next = 3;
    for (const int kept : {std::min(first, second), std::max(first, second)}) {
        if (kept < 3) continue;
        if (static_cast<unsigned>(kept) > next) ::close_range(next, static_cast<unsigned>(kept) - 1, 0);
        next = static_cast<unsigned>(kept) + 1;
    }
    ::close_range(next, ~0U, 0);
}

int wait_for(pid_t process) {
    int status = 0;
    while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

} // namespace

bool mount_image(const Image& image, const std::string& folder, const std::string& lock_file) {
    int ready[2];
    if (::pipe2(ready, O_CLOEXEC) != 0) return false;
    const int user = static_cast<int>(::syscall(SYS_pidfd_open, ::getpid(), 0));
    const pid_t first = ::fork();
    if (first == 0) {
        // Twice, so that the program started next has no child that it does not know.
        if (const pid_t second = ::fork(); second != 0) ::_exit(second < 0 ? 1 : 0);
        detach(ready[1], user);
        Server server(folder, lock_file);
        if (!server.mount(image.offset()) || ::write(ready[1], "", 1) != 1) ::_exit(1);
        ::close(ready[1]);
        server.serve(user);
        ::_exit(0);
    }
    if (user >= 0) ::close(user);
    ::close(ready[1]);
    if (first > 0) wait_for(first);
    char byte = 0;
    ssize_t n = 0;
    do
        n = ::read(ready[0], &byte, 1);
    while (n < 0 && errno == EINTR);
    ::close(ready[0]);
    return n == 1;
}

bool is_mounted(const std::string& folder) {
    struct stat inside {
    }, above{};
    if (::stat(folder.c_str(), &inside) == 0)
        return ::stat((folder + "/..").c_str(), &above) == 0 && inside.st_dev != above.st_dev;
    if (errno != ENOTCONN) return false;
    const pid_t child = ::fork();
    if (child == 0) unmount_and_exit(folder, true);
    if (child > 0) wait_for(child);
    return false;
}

} // namespace tunedesk::appimage
