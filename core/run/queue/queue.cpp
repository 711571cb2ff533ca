// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/queue/queue.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/text.h"
#include "event/folder/run_folder_guard.h"
#include "event/folder/run_lock.h"
#include "preset/schema/placement.h"
#include "preset/yaml/load.h"
#include "run/devices/auto_devices.h"
#include "run/devices/gpu_watch.h"
#include "run/devices/this_machine.h"
#include "run/folder/prepare.h"
#include "run/programs.h"
#include "run/queue/queue_file.h"
#include "run/queue/queue_plan.h"

#include <QProcess>
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fmt/format.h>
#include <functional>
#include <unistd.h>

namespace tunedesk::run {

namespace {

Error not_queued(const fs::path& run) {
    return Error(ErrorId::run_not_queued, {}, run.string());
}

QueueEntry& entry_of(QueueFile& queue, const fs::path& run) {
    if (QueueEntry* entry = queue.find(run)) return *entry;
    throw not_queued(run);
}

/// What a user calls a GPU, as UUIDs.
std::vector<std::string> uuids_of(const std::vector<std::string>& words, const std::vector<Gpu>& visible) {
    std::vector<std::string> uuids;
    for (const std::string& word : words) {
        const auto found = visible_gpus(visible, word.c_str());
        if (found.size() != 1)
            throw Error(ErrorId::queue_gpu_unknown, {word, fmt::to_string(visible.size())}, "--devices");
        uuids.push_back(found[0].uuid);
    }
    return uuids;
}

/// Devices that are hidden from this process are no business of the entry's: it has its own pins.
QProcessEnvironment waiter_environment() {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.remove(QStringLiteral("CUDA_VISIBLE_DEVICES"));
    return environment;
}

void start_process(const QueueEntry& entry) {
    QProcess process;
    process.setProcessEnvironment(waiter_environment());
    process.setProgram(QString::fromStdString((program_folder() / "tunedesk").string()));
    process.setArguments({"--no-gui", "queue", "wait", QString::number(entry.id)});
    process.setWorkingDirectory("/");
    process.setStandardInputFile(QProcess::nullDevice());
    const QString log = QString::fromStdString((entry.run / "logs" / "queue.log").string());
    process.setStandardOutputFile(log, QIODevice::Append);
    process.setStandardErrorFile(log, QIODevice::Append);
    if (!process.startDetached())
        throw Error(ErrorId::queued_run_not_started, {process.errorString().toStdString()},
                    process.program().toStdString());
}

/// The entry as this process queues it: where CUDA_VISIBLE_DEVICES hides GPUs from it, they are hidden from
/// the entry too, whichever process serves it later.
QueueEntry entry_from_here(const Preset& preset, const std::vector<std::string>& devices,
                           const std::vector<Gpu>& visible) {
    QueueEntry entry = entry_for(preset, devices, visible);
    const char* hidden = std::getenv("CUDA_VISIBLE_DEVICES");
    if (!hidden || !entry.gpu) return entry;
    if (lists_gpus(preset))
        entry.visible = hidden;
    else
        for (const Gpu& gpu : visible)
            entry.allowed.push_back(gpu.uuid);
    return entry;
}

/// Throws Error 6032 if the entry is pinned to a GPU that it may not have.
void require_allowed(const QueueEntry& entry, const std::vector<Gpu>& visible) {
    for (const std::string& uuid : entry.pinned) {
        if (entry.allowed.empty() || std::ranges::count(entry.allowed, uuid) > 0) continue;
        const auto gpu = std::ranges::find(visible, uuid, &Gpu::uuid);
        throw Error(ErrorId::queue_gpu_not_allowed,
                    {gpu == visible.end() ? uuid : std::to_string(gpu->index)}, "--devices");
    }
}

/// Settles `parallel.devices: auto` by the verdicts of now: the entry may have any GPU that passed.
QueueEntry settle_devices(QueuedRun& run, const Queueing& how, const ThisMachine& machine) {
    const bool chooses = run.preset.parallel.devices == "auto";
    AutoDevices chosen = choose_devices(run.preset, machine.gpus, machine.driver, Placing::any);
    run.preset = std::move(chosen.preset);
    QueueEntry entry = entry_from_here(run.preset, how.devices, machine.gpus);
    if (chooses) entry.notes = std::move(chosen.notes);
    if (!chosen.good.empty() && chosen.good.size() < machine.gpus.size()) {
        entry.allowed.clear();
        for (const Gpu& gpu : chosen.good)
            entry.allowed.push_back(gpu.uuid);
    }
    require_allowed(entry, machine.gpus);
    return entry;
}

/// Whether the run's folder or its preset is known not to exist. A disk that does not answer forgets nothing.
bool has_gone(const event::RunFolder& folder) {
    return ::access(folder.preset().c_str(), F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR);
}

bool is_frozen_only(const event::RunFolder& folder) {
    std::error_code unknown;
    return !fs::exists(folder.journal(), unknown) && !event::RunLock::is_held(folder);
}

/// Removes what freeze() has made, where nothing else has come to it.
void remove_frozen(const QueueEntry& entry) {
    const event::RunFolder folder{entry.run};
    if (!is_frozen_only(folder)) return;
    std::error_code ignored;
    for (const fs::path& file :
         {entry.run / "logs" / "queue.log", folder.preset(), folder.owner(), event::lock_file(folder),
          state_home() / "runs" / (folder.identity() + ".json")})
        fs::remove(file, ignored);
    fs::remove(entry.run / "logs", ignored); // only where they are empty
    fs::remove(entry.run, ignored);
    if (!entry.setting.empty()) fs::remove(entry.run.parent_path(), ignored); // the sweep's
}

/// Changes an entry, then looks after the processes.
void change_entry(const fs::path& run, const std::function<void(QueueFile&, QueueEntry&)>& change) {
    {
        QueueFile queue;
        change(queue, entry_of(queue, run));
        queue.save();
    }
    revive_queue(); // others may be the first ones now
}

/// Makes the run's folder with its preset and completes the entry.
void freeze(const QueuedRun& run, const Queueing& how, QueueEntry& entry) {
    make_run_folder(run.folder);
    entry.run = fs::canonical(run.folder.root);
    entry.added = utc_text(utc_seconds());
    entry.group = how.group;
    entry.setting = run.setting;
    entry.held = how.held;
    entry.prune_after = how.group.empty() ? 0 : how.prune_after;
    const event::RunFolder folder{entry.run};
    const event::RunLock lock(folder);
    begin_run(folder, run.preset, {how.group, run.setting});
}

} // namespace

std::optional<event::RunStatus> queue_status(const fs::path& run) {
    const std::vector<QueueEntry> entries = queue_entries();
    std::error_code unknown;
    const auto found = std::ranges::find(entries, fs::weakly_canonical(run, unknown), &QueueEntry::run);
    if (found == entries.end()) return std::nullopt;
    return event::waiting_status(static_cast<int>(found - entries.begin()) + 1, found->held);
}

QueueEntry entry_for(const Preset& preset, const std::vector<std::string>& devices,
                     const std::vector<Gpu>& visible) {
    QueueEntry entry;
    entry.name = preset.name;
    entry.gpu = uses_gpus(preset);
    if (!entry.gpu) {
        if (!devices.empty()) throw Error(ErrorId::queue_run_on_cpu, {}, "--devices");
        return entry;
    }
    entry.devices = std::max(1, preset.parallel.processes);
    if (lists_gpus(preset)) {
        if (!devices.empty()) throw Error(ErrorId::queue_gpus_in_preset, {}, "--devices");
        for (const Gpu& gpu : gpus_of(preset, visible))
            entry.pinned.push_back(gpu.uuid);
    } else {
        entry.pinned = uuids_of(devices, visible);
    }
    const std::size_t there =
        entry.pinned.empty() && !lists_gpus(preset) ? visible.size() : entry.pinned.size();
    if (there < static_cast<std::size_t>(entry.devices))
        throw Error(ErrorId::queue_gpus_too_few, {fmt::to_string(entry.devices), fmt::to_string(there)},
                    "parallel.processes");
    return entry;
}

QueueEntry add_to_queue(const Preset& preset, const event::RunFolder& folder, const Queueing& how) {
    return add_to_queue({{preset, folder, {}}}, how).front();
}

std::vector<QueueEntry> add_to_queue(std::vector<QueuedRun> runs, const Queueing& how) {
    std::vector<QueueEntry> entries;
    const ThisMachine machine = this_machine();
    for (QueuedRun& run : runs) {
        entries.push_back(settle_devices(run, how, machine));
        check_before_start(run.preset, run.folder.root, StartTime::later);
    }
    require_disk(runs);
    worker_program(); // throws where there is none
    std::size_t made = 0;
    try {
        for (; made < runs.size(); ++made)
            freeze(runs[made], how, entries[made]);
        QueueFile queue;
        for (QueueEntry& entry : entries) {
            entry.id = queue.next_id++;
            queue.entries.push_back(entry);
        }
        queue.save();
    } catch (...) {
        while (made > 0)
            remove_frozen(entries[--made]);
        throw;
    }
    revive_queue();
    return entries;
}

void move_in_queue(const fs::path& run, int place) {
    change_entry(run, [place](QueueFile& queue, const QueueEntry& entry) {
        const QueueEntry moved = entry;
        std::erase_if(queue.entries, [&](const QueueEntry& other) { return other.id == moved.id; });
        const auto index = std::clamp<std::ptrdiff_t>(place - 1, 0, std::ssize(queue.entries));
        queue.entries.insert(queue.entries.begin() + index, moved);
    });
}

void hold_in_queue(const fs::path& run, bool held) {
    change_entry(run, [held](QueueFile&, QueueEntry& entry) { entry.held = held; });
}

void pin_in_queue(const fs::path& run, const std::vector<std::string>& devices) {
    if (!queue_status(run)) throw not_queued(run);
    const Preset preset = preset::load(event::RunFolder{run}.preset()).preset;
    const std::vector<Gpu> visible = visible_gpus();
    const QueueEntry wanted = entry_from_here(preset, devices, visible);
    change_entry(run, [&](QueueFile&, QueueEntry& entry) {
        QueueEntry pinned = entry;
        pinned.pinned = wanted.pinned;
        require_allowed(pinned, visible);
        entry.pinned = wanted.pinned;
        entry.visible = wanted.visible;
    });
}

void remove_from_queue(const fs::path& run) {
    QueueEntry removed;
    change_entry(run, [&](QueueFile& queue, const QueueEntry& entry) {
        removed = entry;
        queue.erase(removed.id);
    });
    remove_frozen(removed);
}

void revive_queue() {
    std::optional<Error> failed;
    const std::vector<QueueEntry> entries = queue_entries();
    const Upkeep due = upkeep(entries, [](const QueueEntry& entry) {
        const event::RunFolder folder{entry.run};
        return EntryFacts{FileLock::is_held(queue_lock(entry.id)), has_gone(folder),
                          event::RunLock::is_held(folder)};
    });
    for (const std::int64_t id : due.forget)
        forget_entry(id);
    for (const QueueEntry& entry : due.start) {
        try {
            start_process(entry);
        } catch (const Error& error) {
            failed = error;
        }
    }
    if (failed) throw *failed;
}

} // namespace tunedesk::run
