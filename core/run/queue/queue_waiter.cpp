// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/queue/queue_waiter.h"

#include "base/error.h"
#include "base/gpu/gpu_sampler.h"
#include "event/folder/run_lock.h"
#include "preset/yaml/load.h"
#include "run/devices/gpu_watch.h"
#include "run/folder/prepare.h"
#include "run/programs.h"
#include "run/queue/queue_file.h"
#include "run/queue/queue_plan.h"
#include "run/supervise/elastic.h"

#include <QEventLoop>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <fmt/format.h>

namespace tunedesk::run {

namespace {

/// How long a free device may stay unnoticed.
constexpr int poll_ms = 1000;

/// The devices that the entry may have now, claimed; marks it as starting. std::nullopt if it must wait.
std::optional<DeviceClaims> take_turn(std::int64_t id, const std::vector<Gpu>& gpus) {
    QueueFile queue;
    QueueEntry* mine = queue.find(id);
    if (!mine) return std::nullopt;
    const auto given = turn_of(queue.entries, id, all_devices(gpus, read_user_settings()));
    if (!given) return std::nullopt;
    DeviceClaims claims;
    for (const std::string& device : *given)
        if (!claims.claim(device)) return std::nullopt;
    mine->starting = true;
    queue.save();
    return claims;
}

/// Waits for an entry's turn, and keeps the processes of the others alive.
class Waiter {
public:
    explicit Waiter(std::int64_t id) : id_(id) {}

    /// The entry's devices; std::nullopt if the entry has gone.
    std::optional<DeviceClaims> wait() {
        QEventLoop loop;
        QTimer timer;
        std::optional<DeviceClaims> claims;
        const auto look = [&] {
            claims = look_around();
            if (claims || gone_) loop.quit();
        };
        QObject::connect(&timer, &QTimer::timeout, look);
        timer.start(poll_ms);
        QTimer::singleShot(0, &loop, look);
        loop.exec();
        return claims;
    }

private:
    std::optional<DeviceClaims> look_around() try {
        const std::vector<QueueEntry> entries = queue_entries();
        const auto mine = std::ranges::find(entries, id_, &QueueEntry::id);
        gone_ = mine == entries.end();
        if (gone_) return std::nullopt;
        if (event::RunLock::is_held({mine->run})) { // it was resumed by hand
            forget_entry(id_);
            gone_ = true;
            return std::nullopt;
        }
        revive_queue();
        const auto reading = sampler_.latest();
        if (mine->held || !reading) return std::nullopt;
        return take_turn(id_, reading->gpus); // all: what an entry may use is in its pins
    } catch (const Error& error) {
        // A full disk, or a mistake in the settings: it waits until that is repaired.
        if (said_ != error.line()) fmt::print(stderr, "{}\n", error.line());
        said_ = error.line();
        return std::nullopt;
    }

    const std::int64_t id_;
    const GpuSampler sampler_;
    bool gone_ = false;
    std::string said_; ///< not again and again
};

/// CUDA_VISIBLE_DEVICES of the ranks. It is never this process's own: it revives the processes of others, who
/// would inherit it.
std::optional<std::string> visible_to_ranks(const QueueEntry& entry, const Preset& preset,
                                            const DeviceClaims& claims) {
    if (!entry.gpu) return std::nullopt;
    if (lists_gpus(preset)) return entry.visible;
    std::string names; // UUIDs do not depend on CUDA's order
    for (const std::string& uuid : claims.ids())
        names += (names.empty() ? "" : ",") + uuid;
    return names;
}

using AtEnd = std::function<void(const event::RunFolder&, const event::ExitRecord&)>;

/// A run never fails for the sake of others.
void revive_quietly() try { revive_queue(); } catch (const Error& error) {
    fmt::print(stderr, "{}\n", error.line());
}

int supervise_entry(const QueueEntry& entry, const DeviceClaims& claims, const AtEnd& at_end) {
    Launch launch{
        {entry.run}, preset::load(event::RunFolder{entry.run}.preset()).preset, worker_program(), true};
    launch.notes = entry.notes;
    if (entry.prune_after > 0) launch.pruning = Pruning{entry.group, entry.prune_after};
    launch.claims_devices = false; // they are claimed already
    launch.claim_descriptors = claims.descriptors();
    check_before_start(launch.preset, entry.run);
    launch.visible_devices = visible_to_ranks(entry, launch.preset, claims);
    std::optional<Supervisor> supervisor;
    const event::ExitRecord record = supervise_to_end(std::move(launch), supervisor, [&](Supervisor&) {
        forget_entry(entry.id); // from here on it is a run like any other
        revive_quietly();       // the next of those that wait for the same
    });
    supervisor->settle_exit_code(record.code, Signals::Settled::for_good);
    if (!record.line.empty()) fmt::print(stderr, "{}\n", record.line);
    at_end({entry.run}, record);
    return record.code;
}

} // namespace

int serve_queue_entry(std::int64_t id, const AtEnd& at_end) {
    const auto lock = FileLock::try_take(queue_lock(id));
    if (!lock) return 0;
    const auto claims = std::make_unique<Waiter>(id)->wait();
    const std::vector<QueueEntry> entries = queue_entries();
    const auto mine = std::ranges::find(entries, id, &QueueEntry::id);
    if (!claims || mine == entries.end()) {
        std::error_code ignored;
        fs::remove(queue_lock(id), ignored);
        return 0;
    }
    try {
        const int code = supervise_entry(*mine, *claims, at_end);
        revive_quietly(); // where all that waited were killed meanwhile
        return code;
    } catch (const Error& error) {
        // Its place is free for the next; `list` shows how it failed.
        try {
            if (!event::RunLock::is_held({mine->run}))
                event::write_exit({mine->run}, event::exit_record(error));
        } catch (const Error&) {
            // A full disk: the error's line in queue.log is what is left.
        }
        forget_entry(id);
        revive_quietly();
        throw;
    }
}

} // namespace tunedesk::run
