#include "run/run_lock.h"

#include "base/clock.h"

#include <fmt/format.h>
#include <unistd.h>

namespace tunedesk::run {

namespace {

std::string host_name() {
    char name[256] = {};
    return ::gethostname(name, sizeof name - 1) == 0 ? name : "unknown";
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

RunLock::RunLock(const event::RunFolder& folder) : lock_(FileLock::try_take(folder.lock())) {
    if (!lock_) throw busy_error(folder);
    write_owner(folder);
}

bool RunLock::is_held(const event::RunFolder& folder) {
    return FileLock::is_held(folder.lock());
}

} // namespace tunedesk::run
