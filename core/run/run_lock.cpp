#include "run/run_lock.h"

#include "base/clock.h"

#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

namespace tunedesk::run {

namespace {

std::string host_name() {
    char name[256] = {};
    return ::gethostname(name, sizeof name - 1) == 0 ? name : "unknown";
}

int flock_retrying(int fd, int operation) {
    int result = 0;
    do {
        result = ::flock(fd, operation);
    } while (result != 0 && errno == EINTR);
    return result;
}

Error busy_error(const event::RunFolder& folder) {
    const std::string root = folder.root.string();
    const auto owner = read_owner(folder);
    std::string what = "another process runs in this folder";
    if (owner) what += fmt::format(": host {}, pid {}, since {}", owner->host, owner->pid, owner->started);
    return Error(6011, what, root,
                 "watch it with: tunedesk attach " + root + ", or choose another --run-dir");
}

void write_owner(const event::RunFolder& folder) {
    const Json owner = {{"host", host_name()}, {"pid", ::getpid()}, {"started", utc_text(utc_seconds())}};
    try {
        write_file_atomically(folder.owner(), owner.dump() + "\n");
    } catch (const Error& error) {
        throw Error(5011, "cannot write in the run folder: " + error.message(), folder.root.string(),
                    "choose a folder you may write in with --run-dir");
    }
}

} // namespace

std::optional<Owner> read_owner(const event::RunFolder& folder) {
    try {
        const Json json = parse_json(read_file(folder.owner(), 6011, 1 << 16), folder.owner().string(), 6011);
        return Owner{json.at("host").get<std::string>(), json.at("pid").get<int>(),
                     json.value("started", std::string("unknown"))};
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

RunLock::RunLock(const event::RunFolder& folder) {
    const fs::path path = folder.lock();
    make_private_folder(state_home());
    make_private_folder(path.parent_path());
    file_ = FileDescriptor(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    if (!file_) throw Error(6012, "cannot open the lock: " + errno_text(errno), path.string());
    int result = flock_retrying(file_.get(), LOCK_EX | LOCK_NB);
    // is_held() of somebody else may hold the lock for an instant.
    for (int retries = 3; result != 0 && errno == EWOULDBLOCK && retries > 0; --retries) {
        ::usleep(20'000);
        result = flock_retrying(file_.get(), LOCK_EX | LOCK_NB);
    }
    if (result != 0) {
        if (errno == EWOULDBLOCK) throw busy_error(folder);
        throw Error(6012, "cannot lock the run folder: " + errno_text(errno), path.string(),
                    "set XDG_STATE_HOME to a folder on a local disk");
    }
    write_owner(folder);
}

bool RunLock::is_held(const event::RunFolder& folder) {
    FileDescriptor file(::open(folder.lock().c_str(), O_RDONLY | O_CLOEXEC));
    // A shared try-lock that is given back at once; a starter tries more than once for its sake.
    if (!file) return false;
    if (flock_retrying(file.get(), LOCK_SH | LOCK_NB) != 0) return errno == EWOULDBLOCK;
    return false;
}

} // namespace tunedesk::run
