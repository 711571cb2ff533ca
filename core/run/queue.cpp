#include "run/queue.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/text.h"
#include "run/gpu_watch.h"
#include "run/prepare.h"
#include "run/programs.h"
#include "run/queue_file.h"
#include "run/run_lock.h"

#include <QProcess>
#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace tunedesk::run {

namespace {

QueueEntry& entry_of(QueueFile& queue, const fs::path& run) {
    if (QueueEntry* entry = queue.find(run)) return *entry;
    throw Error(6033, "the run does not wait in the queue", run.string(), "tunedesk --no-gui queue list");
}

/// What a user calls a GPU, as UUIDs.
std::vector<std::string> uuids_of(const std::vector<std::string>& words, const std::vector<Gpu>& visible) {
    std::vector<std::string> uuids;
    for (const std::string& word : words) {
        const auto found = visible_gpus(visible, word.c_str());
        if (found.size() != 1)
            throw Error(6032, fmt::format("this machine has no GPU '{}'", word), "--devices",
                        fmt::format("it has {} GPUs; nvidia-smi -L lists them", visible.size()));
        uuids.push_back(found[0].uuid);
    }
    return uuids;
}

/// What the preset waits for on this machine.
void set_needs(QueueEntry& entry, const Preset& preset, const std::vector<std::string>& devices) {
    entry.gpu = uses_gpus(preset);
    if (!entry.gpu) {
        if (!devices.empty())
            throw Error(6032, "the run trains on the CPU and cannot be pinned to GPUs", "--devices",
                        "set parallel.devices to cuda");
        return;
    }
    const std::vector<Gpu> visible = visible_gpus();
    entry.devices = std::max(1, preset.parallel.processes);
    if (lists_gpus(preset)) {
        if (!devices.empty())
            throw Error(6032, "the preset itself lists the run's GPUs", "--devices",
                        "leave --devices out, or set parallel.devices to cuda");
        for (const Gpu& gpu : gpus_of(preset, visible))
            entry.pinned.push_back(gpu.uuid);
    } else {
        entry.pinned = uuids_of(devices, visible);
    }
    const std::size_t there =
        entry.pinned.empty() && !lists_gpus(preset) ? visible.size() : entry.pinned.size();
    if (there < static_cast<std::size_t>(entry.devices))
        throw Error(6032, fmt::format("the run needs {} GPUs, and {} are there for it", entry.devices, there),
                    "parallel.processes", "lower parallel.processes, or queue it on another machine");
}

void start_process(const QueueEntry& entry) {
    QProcess process;
    process.setProgram(QString::fromStdString((program_folder() / "tunedesk").string()));
    process.setArguments({"--no-gui", "queue", "wait", QString::number(entry.id)});
    process.setWorkingDirectory("/");
    process.setStandardInputFile(QProcess::nullDevice());
    const QString log = QString::fromStdString((entry.run / "logs" / "queue.log").string());
    process.setStandardOutputFile(log, QIODevice::Append);
    process.setStandardErrorFile(log, QIODevice::Append);
    if (!process.startDetached())
        throw Error(7024, "cannot start the queued run's process: " + process.errorString().toStdString(),
                    process.program().toStdString(), "install tunedesk beside this program");
}

bool is_frozen_only(const event::RunFolder& folder) {
    std::error_code unknown;
    return !fs::exists(folder.journal(), unknown) && !RunLock::is_held(folder);
}

} // namespace

std::optional<int> place_in_queue(const fs::path& run) {
    const std::vector<QueueEntry> entries = queue_entries();
    std::error_code unknown;
    const auto found = std::ranges::find(entries, fs::weakly_canonical(run, unknown), &QueueEntry::run);
    if (found == entries.end()) return std::nullopt;
    return static_cast<int>(found - entries.begin()) + 1;
}

QueueEntry add_to_queue(const Preset& preset, const event::RunFolder& folder, const Queueing& how) {
    QueueEntry entry;
    entry.name = preset.name;
    entry.added = utc_text(utc_seconds());
    entry.group = how.group;
    entry.held = how.held;
    set_needs(entry, preset, how.devices);
    check_before_start(preset, folder.root);
    worker_program(); // throws where there is none
    make_run_folder(folder);
    entry.run = fs::canonical(folder.root);
    {
        const RunLock lock(folder);
        begin_run(folder, preset);
    }
    {
        QueueFile queue;
        entry.id = queue.next_id++;
        queue.entries.push_back(entry);
        queue.save();
    }
    revive_queue();
    return entry;
}

void move_in_queue(const fs::path& run, int place) {
    QueueFile queue;
    const QueueEntry moved = entry_of(queue, run);
    std::erase_if(queue.entries, [&](const QueueEntry& entry) { return entry.id == moved.id; });
    const auto index = std::clamp<std::ptrdiff_t>(place - 1, 0, std::ssize(queue.entries));
    queue.entries.insert(queue.entries.begin() + index, moved);
    queue.save();
}

void hold_in_queue(const fs::path& run, bool held) {
    QueueFile queue;
    entry_of(queue, run).held = held;
    queue.save();
}

void remove_from_queue(const fs::path& run) {
    const event::RunFolder folder{run};
    {
        QueueFile queue;
        queue.erase(entry_of(queue, run).id);
        queue.save();
    }
    if (!is_frozen_only(folder)) return;
    std::error_code ignored;
    for (const fs::path& file : {run / "logs" / "queue.log", folder.preset(), folder.owner(),
                                 state_home() / "runs" / (folder.identity() + ".json")})
        fs::remove(file, ignored);
    fs::remove(run / "logs", ignored); // only where they are empty
    fs::remove(run, ignored);
}

void revive_queue() {
    std::optional<Error> failed;
    for (const QueueEntry& entry : queue_entries()) {
        if (FileLock::is_held(queue_lock(entry.id))) continue;
        try {
            if (event::RunFolder{entry.run}.holds_run())
                start_process(entry);
            else
                forget_entry(entry.id);
        } catch (const Error& error) {
            failed = error;
        }
    }
    if (failed) throw *failed;
}

std::map<std::int64_t, std::vector<std::string>> allocate(const std::vector<QueueEntry>& entries,
                                                          std::vector<Device> devices) {
    std::map<std::int64_t, std::vector<std::string>> given;
    for (const QueueEntry& entry : entries) {
        const auto suits = [&](const Device& device) {
            return device.gpu == entry.gpu &&
                   (entry.pinned.empty() || std::ranges::count(entry.pinned, device.id));
        };
        const auto needed = static_cast<std::ptrdiff_t>(entry.devices);
        if (entry.held || entry.starting || std::ranges::count_if(devices, suits) < needed) continue;
        std::vector<std::string> taken;
        for (Device& device : devices) {
            if (std::ssize(taken) == needed) break;
            if (!suits(device) || !device.free) continue;
            device.free = false;
            taken.push_back(device.id);
        }
        if (std::ssize(taken) == needed) given[entry.id] = taken;
    }
    return given;
}

} // namespace tunedesk::run
