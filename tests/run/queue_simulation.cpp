// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/queue_simulation.h"

#include <algorithm>
#include <fmt/format.h>

namespace tunedesk::test {

using run::QueueEntry;

namespace {

/// How long a run may wait although its devices are free and nothing disturbs: until a user looks, a process
/// starts, and looks itself.
constexpr double longest_wait = 30;
constexpr double user_interval = 4;
constexpr double longest_end = 4000;

} // namespace

QueueSimulation::QueueSimulation(std::uint64_t seed, Options options) : options_(options), random_(seed) {
    const int gpus = below(4);
    for (int i = 0; i < 1 + below(2); ++i)
        machine_.push_back({fmt::format("cpu-{}", i), false, true});
    for (int i = 0; i < gpus; ++i)
        machine_.push_back({fmt::format("GPU-{}", i), true, true});
}

double QueueSimulation::uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
}

int QueueSimulation::below(int count) {
    return std::uniform_int_distribution<int>(0, count - 1)(random_);
}

QueueEntry* QueueSimulation::find(std::int64_t id) {
    const auto found = std::ranges::find(entries_, id, &QueueEntry::id);
    return found == entries_.end() ? nullptr : &*found;
}

bool QueueSimulation::is_served(std::int64_t id) const {
    return std::ranges::any_of(processes_, [&](const auto& each) {
        return each.second.entry == id && !each.second.by_hand && each.second.phase != Phase::starting;
    });
}

bool QueueSimulation::is_supervised(std::int64_t id) const {
    return std::ranges::any_of(processes_, [&](const auto& each) {
        return each.second.entry == id && each.second.phase == Phase::supervising;
    });
}

std::vector<run::ClaimableDevice> QueueSimulation::devices(const std::set<std::string>& visible) const {
    std::vector<run::ClaimableDevice> seen;
    for (run::ClaimableDevice device : machine_) {
        if (device.gpu && !visible.empty() && !visible.contains(device.id)) continue;
        const auto holds = [&](const auto& each) { return each.second.claims.contains(device.id); };
        device.free = std::ranges::none_of(processes_, holds) &&
                      (options_.ranks_inherit_no_claims || std::ranges::none_of(orphans_, holds));
        seen.push_back(device);
    }
    return seen;
}

/// What held for long may not hold for long after this.
void QueueSimulation::disturb() {
    free_since_.clear();
}

/// `by`: the process that does it, or 0 for a user's.
void QueueSimulation::revive(int by) {
    const run::Upkeep due = run::upkeep(entries_, [&](const QueueEntry& entry) {
        return run::EntryFacts{is_served(entry.id), false, is_supervised(entry.id)};
    });
    for (const std::int64_t id : due.forget)
        std::erase_if(entries_, [&](const QueueEntry& entry) { return entry.id == id; });
    for (const QueueEntry& entry : due.start) {
        if (chance(0.02)) { // no process can be made just now
            disturb();
            continue;
        }
        Process process;
        process.entry = entry.id;
        process.wake = now_ + uniform(0.01, chance(0.05) ? 3 : 0.3);
        if (options_.waiters_inherit_visibility && by != 0) process.visible = processes_.at(by).visible;
        processes_.emplace(next_pid_++, std::move(process));
    }
}

void QueueSimulation::step(int pid) {
    switch (processes_.at(pid).phase) {
    case Phase::starting:
        return start_waiting(pid);
    case Phase::waiting:
        return wait_for_turn(pid);
    case Phase::claimed:
        return begin_supervising(pid);
    case Phase::supervising:
        return supervise(pid);
    }
}

void QueueSimulation::start_waiting(int pid) {
    Process& process = processes_.at(pid);
    if (is_served(process.entry)) return exit(pid); // another has its lock
    process.phase = Phase::waiting;
    process.wake = now_ + uniform(0, 0.2);
}

void QueueSimulation::wait_for_turn(int pid) {
    Process& process = processes_.at(pid);
    process.wake = now_ + (chance(0.02) ? uniform(1, 5) : 1); // it may be stopped for a while
    QueueEntry* mine = find(process.entry);
    if (!mine) return exit(pid);
    if (is_supervised(process.entry)) {
        std::erase_if(entries_, [&](const QueueEntry& entry) { return entry.id == process.entry; });
        return exit(pid);
    }
    revive(pid);
    mine = find(process.entry);
    if (!mine || mine->held) return;
    const auto given = run::turn_of(entries_, process.entry, devices(process.visible));
    if (!given) return;
    process.claims.insert(given->begin(), given->end());
    mine->starting = true;
    process.taken = *mine;
    process.phase = Phase::claimed;
    process.wake = now_ + uniform(0, 0.5);
}

/// In two steps: the run's lock, then the queue's file.
void QueueSimulation::begin_supervising(int pid) {
    Process& process = processes_.at(pid);
    if (!find(process.entry)) return exit(pid); // removed just then
    if (is_supervised(process.entry)) {         // started by hand just then
        std::erase_if(entries_, [&](const QueueEntry& entry) { return entry.id == process.entry; });
        exit(pid);
        return revive(0);
    }
    process.phase = Phase::supervising;
    process.wake = now_ + uniform(0, 0.1);
    fates_[process.entry] = Fate::running;
    for (const std::string& device : process.claims)
        if (device.starts_with("GPU")) process.visible.insert(device);
    if (std::ssize(process.claims) != process.taken.devices)
        wrong_ = fmt::format("run {} has {} devices of {}", process.entry, process.claims.size(),
                             process.taken.devices);
}

void QueueSimulation::start_run(Process& process) {
    process.forgotten = true;
    process.run = std::make_unique<SupervisorSimulation>(
        random_(), SupervisorSimulation::Options{.start = now_, .brief = true});
    if (on_trace)
        process.run->on_trace = [this, entry = process.entry](const std::string& line) {
            on_trace(fmt::format("run {}: {}", entry, line));
        };
    process.wake = process.run->next();
}

void QueueSimulation::supervise(int pid) {
    Process& process = processes_.at(pid);
    if (!process.forgotten) {
        std::erase_if(entries_, [&](const QueueEntry& entry) { return entry.id == process.entry; });
        start_run(process);
        return revive(pid);
    }
    process.run->step();
    if (!process.run->wrong().empty())
        wrong_ = fmt::format("run {}: {}", process.entry, process.run->wrong());
    if (!process.run->is_over()) {
        process.wake = process.run->next();
        return;
    }
    fates_[process.entry] = Fate::ended;
    revive(pid);
    exit(pid);
}

/// The next event of a killed supervisor's ranks.
void QueueSimulation::end_orphan(int pid) {
    Process& process = orphans_.at(pid);
    process.run->step();
    process.wake = process.run->next();
    if (!process.run->has_ranks()) orphans_.erase(pid);
}

void QueueSimulation::exit(int pid) {
    processes_.erase(pid);
}

void QueueSimulation::add() {
    QueueEntry entry;
    entry.id = next_id_++;
    entry.gpu = chance(0.7) && machine_.back().gpu;
    std::vector<std::string> gpus;
    for (const run::ClaimableDevice& device : machine_)
        if (device.gpu) gpus.push_back(device.id);
    if (entry.gpu) entry.devices = 1 + below(static_cast<int>(gpus.size()));
    if (entry.gpu && chance(0.3)) {
        std::ranges::shuffle(gpus, random_);
        gpus.resize(static_cast<std::size_t>(entry.devices));
        entry.pinned = gpus;
    }
    entry.held = chance(0.1);
    fates_[entry.id] = Fate::queued;
    entries_.push_back(std::move(entry));
}

void QueueSimulation::start_by_hand() {
    const QueueEntry& entry = entries_[static_cast<std::size_t>(below(static_cast<int>(entries_.size())))];
    if (is_supervised(entry.id)) return;
    Process process;
    process.entry = entry.id;
    process.taken = entry;
    process.phase = Phase::supervising;
    process.by_hand = true;
    start_run(process);
    fates_[entry.id] = Fate::running;
    processes_.emplace(next_pid_++, std::move(process));
}

void QueueSimulation::kill() {
    if (processes_.empty()) return;
    auto victim = processes_.begin();
    std::advance(victim, below(static_cast<int>(processes_.size())));
    Process& process = victim->second;
    // Between the run's lock and the queue's file it is queued still, and another process serves it again.
    if (process.phase == Phase::supervising)
        fates_[process.entry] = process.forgotten ? Fate::killed : Fate::queued;
    if (process.run) {
        process.run->kill_supervisor();
        process.wake = process.run->next();
        if (process.run->has_ranks()) orphans_.emplace(victim->first, std::move(process));
    }
    processes_.erase(victim);
}

void QueueSimulation::user_acts() {
    next_user_ = now_ + uniform(0.1, user_interval);
    const bool busy = now_ < options_.busy_seconds;
    if (busy) {
        const auto any = [&]() -> QueueEntry& {
            return entries_[static_cast<std::size_t>(below(static_cast<int>(entries_.size())))];
        };
        const int what = below(10);
        if (what < 4) add();
        if (what == 4 && !entries_.empty()) any().held = !any().held;
        if (what == 5 && !entries_.empty()) std::ranges::shuffle(entries_, random_);
        if (what == 6 && !entries_.empty() && chance(0.5)) {
            const std::int64_t id = any().id;
            if (!is_supervised(id)) fates_[id] = Fate::removed;
            if (!is_supervised(id))
                std::erase_if(entries_, [&](const QueueEntry& entry) { return entry.id == id; });
        }
        if (what == 7 && !entries_.empty() && chance(0.3)) start_by_hand();
        if (what == 8) kill();
        if (what == 9 && chance(0.2))
            while (!processes_.empty())
                kill();
        if (what > 3) disturb();
    } else {
        for (QueueEntry& entry : entries_)
            entry.held = false;
    }
    revive(0);
}

std::string QueueSimulation::violation() {
    if (!wrong_.empty()) return wrong_;
    std::map<std::string, int> holders;
    for (const auto& [pid, process] : processes_)
        for (const std::string& device : process.claims)
            if (++holders[device] > 1) return fmt::format("two processes hold {}", device);
    for (const auto& [pid, orphan] : orphans_)
        for (const std::string& device : orphan.claims)
            if (++holders[device] > 1)
                return fmt::format("{} is held although ranks of run {} still use it", device, orphan.entry);
    std::map<std::int64_t, int> supervisors;
    for (const auto& [pid, process] : processes_)
        if (process.phase == Phase::supervising && ++supervisors[process.entry] > 1)
            return fmt::format("run {} has two supervisors", process.entry);
    for (const auto& [id, fate] : fates_)
        if (fate == Fate::queued && !find(id)) return fmt::format("run {} is lost", id);
    const auto given = run::allocate(entries_, devices({}));
    std::erase_if(free_since_, [&](const auto& each) { return !given.contains(each.first); });
    for (const auto& [id, taken] : given) {
        const double since = free_since_.try_emplace(id, now_).first->second;
        if (now_ - since > longest_wait)
            return fmt::format("run {} waits although its devices are free for {:.0f} s", id, now_ - since);
    }
    return {};
}

std::string QueueSimulation::run() {
    for (;;) {
        const auto wake = [](const auto& each) { return each.second.wake; };
        const auto next = std::ranges::min_element(processes_, {}, wake);
        const auto orphan = std::ranges::min_element(orphans_, {}, wake);
        const double at = next == processes_.end() ? next_user_ : std::min(next_user_, next->second.wake);
        ++steps_;
        if (orphan != orphans_.end() && orphan->second.wake < at) {
            now_ = std::max(now_, orphan->second.wake);
            end_orphan(orphan->first);
        } else {
            now_ = std::max(now_, at);
            at == next_user_ ? user_acts() : step(next->first);
        }
        if (const std::string wrong = violation(); !wrong.empty())
            return fmt::format("at {:.2f} s: {}", now_, wrong);
        if (now_ < options_.busy_seconds) continue;
        if (entries_.empty() && processes_.empty()) break;
        if (now_ > options_.busy_seconds + longest_end)
            return fmt::format("{} runs and {} processes are left after the end", entries_.size(),
                               processes_.size());
    }
    for (const auto& [id, fate] : fates_)
        if (fate == Fate::queued || fate == Fate::running) return fmt::format("run {} has no end", id);
    return {};
}

} // namespace tunedesk::test
