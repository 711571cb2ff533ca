// SPDX-License-Identifier: GPL-3.0-or-later
#include "event/folder/run_lock.h"

#include "base/clock.h"
#include "base/files/beneath.h"
#include "base/hash.h"
#include "base/host_figures.h"
#include "base/random.h"
#include "event/folder/run_folder_guard.h"

#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <fcntl.h>
#include <fmt/format.h>
#include <mutex>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace tunedesk::event {

namespace {

constexpr int renew_seconds = 5;
/// An owner on another machine that has not renewed owner.json for this time has ended.
constexpr double lease_seconds = 60;
/// Longest lifetime of workers after their supervisor was killed (PR_SET_PDEATHSIG, then the socket's end).
constexpr double orphan_seconds = 10;
/// Longest time for an owner to give up: it checks every renew_seconds, then ends its ranks.
constexpr double surrender_seconds = 25;
constexpr useconds_t poll_microseconds = 50'000;

/// A short file's text; empty if it cannot be read.
std::string text_of(const char* path) {
    try {
        std::string text = read_file(path, ErrorId::file_unreadable, 256);
        while (!text.empty() && text.back() == '\n')
            text.pop_back();
        return text;
    } catch (const Error&) {
        return {};
    }
}

std::string boot_id() {
    return text_of("/proc/sys/kernel/random/boot_id");
}

/// The machine id must not be exposed (machine-id(5)) to others, with whom folders are shared.
std::string machine_hash() {
    const std::string id = text_of("/etc/machine-id");
    return id.empty() ? id : content_hash("tunedesk run lock " + id);
}

/// Whether the owner's machine is this one, as far as known: hosts with equal names may be different
/// machines.
bool is_same_machine(const Owner& owner) {
    const std::string here = machine_hash();
    return owner.host == host_name() && (owner.machine.empty() || here.empty() || owner.machine == here);
}

/// Host, process and start of an owner, and further values for an error.
std::vector<std::string> values_of(const Owner& owner, std::initializer_list<std::string> others = {}) {
    std::vector<std::string> values{owner.host, fmt::to_string(owner.pid), owner.started};
    values.insert(values.end(), others);
    return values;
}

Error busy_error(const RunFolder& folder) {
    const std::string root = folder.root.string();
    if (const std::optional<Owner> owner = read_owner(folder))
        return Error(ErrorId::run_folder_busy_by, values_of(*owner, {root}), root);
    return Error(ErrorId::run_folder_busy, {root}, root);
}

bool is_same_kernel(const Owner& owner) {
    return !owner.boot.empty() && owner.boot == boot_id();
}

/// A pid is only meaningful on this machine and outside of containers.
bool is_dead_here(const std::optional<Owner>& owner) {
    if (!owner) return true; // removed at a regular end
    return is_same_kernel(*owner) && owner->host == host_name() && owner->pid > 0 &&
           ::kill(owner->pid, 0) != 0 && errno == ESRCH;
}

/// Seconds since owner.json was renewed, by the file system's clock; negative if unknown.
double lease_age(const RunFolder& folder, const FileDescriptor& lock) {
    struct stat renewed {
    }, now{};
    if (!lock || ::futimens(lock.get(), nullptr) != 0 || ::fstat(lock.get(), &now) != 0 ||
        ::lstat(folder.owner().c_str(), &renewed) != 0)
        return -1;
    return static_cast<double>(now.st_mtim.tv_sec - renewed.st_mtim.tv_sec);
}

/// Whether an owner on another machine, whose locks are not visible here, was recently alive.
bool is_alive_elsewhere(const RunFolder& folder, const std::optional<Owner>& owner,
                        const FileDescriptor& lock) {
    if (!owner || is_same_kernel(*owner)) return false;
    if (is_same_machine(*owner)) return false; // before the machine was rebooted
    const double age = lease_age(folder, lock);
    return age >= 0 && age < lease_seconds;
}

Error elsewhere_error(const RunFolder& folder, const Owner& owner) {
    const std::string root = folder.root.string();
    return Error(ErrorId::run_folder_busy_elsewhere,
                 values_of(owner, {fmt::format("{:.0f}", lease_seconds), root}), root);
}

constexpr std::uint64_t most_owner_bytes = 1 << 16;

/// std::nullopt if the text is damaged.
std::optional<Owner> parse_owner(const std::string& text) {
    try {
        const Json json = parse_json(text, {}, ErrorId::owner_unreadable);
        return Owner{json.at("host").get<std::string>(),
                     json.value("boot", std::string()),
                     json.value("machine", std::string()),
                     json.at("pid").get<int>(),
                     json.value("started", std::string("unknown")),
                     json.value("token", std::string())};
    } catch (const Error&) {
    } catch (const Json::exception&) {
    }
    return std::nullopt;
}

/// The same as read_owner(), but throws Error 6012 if the file exists and cannot be read, because a wrong
/// answer would give the folder to two owners.
std::optional<Owner> require_owner(const RunFolder& folder) {
    try {
        return parse_owner(read_file(folder.owner(), ErrorId::owner_unreadable, most_owner_bytes));
    } catch (Error& error) {
        std::error_code failed;
        const std::uint64_t bytes = fs::file_size(folder.owner(), failed);
        if (failed == std::errc::no_such_file_or_directory || (!failed && bytes > most_owner_bytes))
            return std::nullopt;
        throw error.with_next("try again: the owner of the folder is not known");
    }
}

} // namespace

struct RunLock::State {
    explicit State(const RunFolder& run) : folder(run) {}

    /// On failure the destructor of this object reverts what was done.
    void acquire(TakeOver take_over) {
        require_safe_run_folder(folder);
        take_state_lock();
        const std::optional<Owner> before = require_owner(folder);
        open_lock_file();
        const bool locked = take_folder_lock(take_over == TakeOver::no);
        if (take_over == TakeOver::no && !locked) throw busy_error(folder);
        if (take_over == TakeOver::no && is_alive_elsewhere(folder, before, in_folder))
            throw elsewhere_error(folder, *before);
        remove_leftovers(folder);
        write_owner();
        // The owner notices the takeover, ends its ranks and releases the folder.
        if (!locked) wait_for_surrender();
        renewer = std::thread([this] { renew(); });
    }

    ~State() {
        {
            const std::lock_guard guard(mutex);
            ending = true;
        }
        changed.notify_all();
        if (renewer.joinable()) renewer.join();
        if (!lost && owns()) ::unlink(folder.owner().c_str());
    }

    void take_state_lock() {
        const double deadline = monotonic_seconds() + orphan_seconds;
        while (!(in_state = FileLock::try_take(folder.lock()))) {
            if (!is_dead_here(read_owner(folder)) || monotonic_seconds() > deadline) throw busy_error(folder);
            ::usleep(poll_microseconds);
        }
    }

    void open_lock_file() {
        in_folder = open_beneath(folder.root, lock_file(folder).filename(), O_RDWR | O_CREAT, 0600);
        if (!in_folder)
            throw Error(ErrorId::run_folder_not_writable, {errno_text(errno)}, folder.root.string());
    }

    /// False if another process holds it; without file-system locks owner.json decides.
    bool take_folder_lock(bool wait_for_orphans) {
        const double deadline = monotonic_seconds() + orphan_seconds;
        while (!try_lock(in_folder)) {
            if (errno != EWOULDBLOCK) return true;
            if (!wait_for_orphans || !is_dead_here(read_owner(folder)) || monotonic_seconds() > deadline)
                return false;
            ::usleep(poll_microseconds);
        }
        return true;
    }

    void wait_for_surrender() {
        const double deadline = monotonic_seconds() + surrender_seconds;
        while (!try_lock(in_folder) && monotonic_seconds() < deadline)
            ::usleep(poll_microseconds);
    }

    void write_owner() {
        const Json json = {{"host", host_name()},
                           {"boot", boot_id()},
                           {"machine", machine_hash()},
                           {"pid", ::getpid()},
                           {"started", utc_text(utc_seconds())},
                           {"token", token}};
        try {
            write_private_file(folder.owner(),
                               json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
        } catch (const Error& error) {
            throw Error(ErrorId::run_folder_not_writable, {error.message()}, folder.root.string());
        }
    }

    bool owns() const {
        const std::optional<Owner> owner = read_owner(folder);
        return owner && owner->token == token;
    }

    Error taken_error() const {
        return Error(ErrorId::run_folder_taken_by, values_of(successor), folder.root.string());
    }

    void renew() {
        std::unique_lock guard(mutex);
        while (!changed.wait_for(guard, std::chrono::seconds(renew_seconds), [this] { return ending; })) {
            const std::optional<Owner> owner = read_owner(folder);
            if (owner && owner->token != token) {
                successor = *owner;
                lost = true;
                if (lost_callback) lost_callback(taken_error());
                return;
            }
            if (owner) ::utimensat(AT_FDCWD, folder.owner().c_str(), nullptr, AT_SYMLINK_NOFOLLOW);
        }
    }

    RunFolder folder;
    std::string token = random_token();
    std::optional<FileLock> in_state;
    FileDescriptor in_folder;
    Owner successor; ///< written before `lost` is set
    std::atomic<bool> lost = false;
    std::mutex mutex;
    std::condition_variable changed;
    std::function<void(const Error&)> lost_callback;
    bool ending = false;
    std::thread renewer;
};

std::optional<Owner> read_owner(const RunFolder& folder) {
    try {
        return parse_owner(read_file(folder.owner(), ErrorId::owner_unreadable, most_owner_bytes));
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

RunLock::RunLock(const RunFolder& folder, TakeOver take_over) : state_(std::make_unique<State>(folder)) {
    state_->acquire(take_over);
}
RunLock::RunLock(RunLock&&) noexcept = default;
RunLock& RunLock::operator=(RunLock&&) noexcept = default;
RunLock::~RunLock() = default;

bool RunLock::is_held(const RunFolder& folder) {
    if (!FileLock::is_held(folder.lock()) && !FileLock::is_held(lock_file(folder))) return false;
    const std::optional<Owner> owner = read_owner(folder);
    return !owner || !is_dead_here(owner);
}

std::vector<int> RunLock::descriptors() const {
    return {state_->in_state->descriptor(), state_->in_folder.get()};
}

bool RunLock::is_lost() const {
    return state_->lost;
}

void RunLock::on_lost(std::function<void(const Error&)> callback) {
    const std::lock_guard guard(state_->mutex);
    state_->lost_callback = std::move(callback);
}

void RunLock::require_held() const {
    if (is_lost()) throw state_->taken_error();
}

} // namespace tunedesk::event
