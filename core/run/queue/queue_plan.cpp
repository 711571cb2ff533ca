// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/queue/queue_plan.h"

#include <algorithm>
#include <tuple>

namespace tunedesk::run {

namespace {

/// So many entries that wait for the very same have a process; the others get theirs when these have gone.
constexpr int served_at_once = 4;

/// The entries that keep a process, in their order.
std::vector<QueueEntry> served(const std::vector<QueueEntry>& entries) {
    std::map<std::tuple<bool, int, std::vector<std::string>>, int> same;
    std::vector<QueueEntry> chosen;
    for (const QueueEntry& entry : entries)
        if (!entry.held && ++same[{entry.gpu, entry.devices, entry.candidates()}] <= served_at_once)
            chosen.push_back(entry);
    return chosen;
}

} // namespace

Upkeep upkeep(const std::vector<QueueEntry>& entries,
              const std::function<EntryFacts(const QueueEntry&)>& facts) {
    Upkeep due;
    std::vector<QueueEntry> waiting;
    std::map<std::int64_t, bool> has_process;
    for (const QueueEntry& entry : entries) {
        const EntryFacts known = facts(entry);
        has_process[entry.id] = known.served;
        if (!known.served && (known.gone || known.supervised))
            due.forget.push_back(entry.id);
        else
            waiting.push_back(entry);
    }
    for (const QueueEntry& entry : served(waiting))
        if (!has_process[entry.id]) due.start.push_back(entry);
    return due;
}

std::optional<std::vector<std::string>> turn_of(std::vector<QueueEntry> entries, std::int64_t id,
                                                const std::vector<ClaimableDevice>& devices) {
    const auto mine = std::ranges::find(entries, id, &QueueEntry::id);
    if (mine == entries.end()) return std::nullopt;
    mine->starting = false;
    const auto given = allocate(entries, devices);
    const auto found = given.find(id);
    return found == given.end() ? std::nullopt : std::optional(found->second);
}

std::map<std::int64_t, std::vector<std::string>> allocate(const std::vector<QueueEntry>& entries,
                                                          std::vector<ClaimableDevice> devices) {
    std::map<std::int64_t, std::vector<std::string>> given;
    for (const QueueEntry& entry : entries) {
        const auto suits = [&](const ClaimableDevice& device) {
            return device.gpu == entry.gpu &&
                   (entry.candidates().empty() || std::ranges::count(entry.candidates(), device.id));
        };
        const auto needed = static_cast<std::ptrdiff_t>(entry.devices);
        if (entry.held || entry.starting || std::ranges::count_if(devices, suits) < needed) continue;
        std::vector<std::string> taken;
        for (ClaimableDevice& device : devices) {
            if (std::ssize(taken) == needed) break;
            if (!suits(device) || !device.free) continue;
            device.free = false;
            taken.push_back(device.id);
        }
        if (std::ssize(taken) == needed) given[entry.id] = taken;
    }
    return given;
}

Waiting why_waiting(const QueueEntry& entry, std::vector<QueueEntry> entries,
                    const std::vector<ClaimableDevice>& devices) {
    using For = Waiting::For;
    auto mine = std::ranges::find(entries, entry.id, &QueueEntry::id);
    if (mine == entries.end()) {
        entries.push_back(entry);
        mine = std::prev(entries.end());
    }
    const auto suits = [&](const ClaimableDevice& device) {
        return device.gpu == entry.gpu &&
               (entry.candidates().empty() || std::ranges::count(entry.candidates(), device.id));
    };
    Waiting waiting;
    waiting.needed = entry.devices;
    waiting.there = static_cast<int>(std::ranges::count_if(devices, suits));
    waiting.before = static_cast<int>(
        std::count_if(entries.begin(), mine, [](const QueueEntry& other) { return !other.held; }));
    const auto unused = std::ranges::count_if(
        devices, [&](const ClaimableDevice& device) { return device.free && suits(device); });
    if (entry.starting)
        waiting.what = For::start;
    else if (entry.held)
        waiting.what = For::release;
    else if (waiting.there < waiting.needed)
        waiting.what = For::more_devices;
    else if (allocate(entries, devices).contains(entry.id))
        waiting.what = For::start;
    else
        waiting.what = unused >= waiting.needed ? For::turn : For::devices;
    return waiting;
}

} // namespace tunedesk::run
