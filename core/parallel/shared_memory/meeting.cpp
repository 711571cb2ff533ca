// SPDX-License-Identifier: GPL-3.0-or-later
#include "parallel/shared_memory/meeting.h"

#include <cerrno>
#include <climits>
#include <ctime>
#include <fmt/format.h>
#include <linux/futex.h>
#include <new>
#include <poll.h>
#include <stdexcept>
#include <sys/syscall.h>
#include <unistd.h>

namespace tunedesk::parallel {

namespace {

using Clock = std::chrono::steady_clock;
using Word = std::atomic<std::uint32_t>;
static_assert(Word::is_always_lock_free && sizeof(Word) == sizeof(std::uint32_t));

constexpr int spins = 64; ///< about a microsecond: the other rank may need this core
/// interval at which a waiting rank checks whether the others are alive
constexpr std::chrono::milliseconds looks_after(100);

void sleep_on(const Word& word, std::uint32_t value) {
    const timespec limit{0, std::chrono::nanoseconds(looks_after).count()};
    ::syscall(SYS_futex, &word, FUTEX_WAIT, value, &limit, nullptr, 0);
}

void wake_all(Word& word) {
    ::syscall(SYS_futex, &word, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

bool has_ended(const FileDescriptor& process) {
    pollfd one{process.get(), POLLIN, 0};
    return process && ::poll(&one, 1, 0) > 0;
}

} // namespace

std::string SharedCall::text() const {
    constexpr const char* names[] = {"nothing",        "all-reduce", "all-gather",
                                     "reduce-scatter", "broadcast",  "barrier"};
    const auto at = static_cast<std::size_t>(op);
    return fmt::format("{} of {} bytes", at < std::size(names) ? names[at] : "unknown call", bytes);
}

/// Data that a rank writes for the others, in separate cache lines.
struct alignas(128) Meeting::Line {
    Word arrivals, sleepers, left;
    std::atomic<pid_t> pid;
    /// By the parity of their number: a slow rank may still read the previous one.
    SharedCall calls[2];
};

std::size_t Meeting::bytes_for(int ranks) {
    return sizeof(Line) * static_cast<std::size_t>(ranks);
}

Meeting::Meeting(std::byte* memory, int rank, int ranks, std::chrono::milliseconds timeout)
    : memory_(memory), rank_(rank), ranks_(ranks), timeout_(timeout),
      processes_(static_cast<std::size_t>(ranks)) {
    line(rank_).pid = ::getpid();
}

Meeting::~Meeting() {
    leave();
}

Meeting::Line& Meeting::line(int rank) const {
    return reinterpret_cast<Line*>(memory_)[rank];
}

pid_t Meeting::pid_of(int rank) const {
    return line(rank).pid;
}

const SharedCall& Meeting::call_of(int rank) const {
    return line(rank).calls[calls_ % 2];
}

void Meeting::leave() {
    Line& own = line(rank_);
    own.left = 1;
    wake_all(own.arrivals);
}

void Meeting::begin(const SharedCall& call) {
    ++calls_;
    line(rank_).calls[calls_ % 2] = call;
    wait_for_all();
    for (int other = 0; other < ranks_; ++other)
        if (const SharedCall& theirs = call_of(other); !call.agrees_with(theirs))
            fail(other, fmt::format("called {}, this one {}", theirs.text(), call.text()));
}

void Meeting::wait_for_all() {
    Line& own = line(rank_);
    ++arrivals_;
    own.arrivals.store(arrivals_);
    if (own.sleepers.load() > 0) wake_all(own.arrivals);
    for (int other = 0; other < ranks_; ++other)
        if (other != rank_) wait_for(other);
}

void Meeting::wait_for(int rank) {
    Line& other = line(rank);
    const auto has_come = [&] { return static_cast<std::int32_t>(other.arrivals.load() - arrivals_) >= 0; };
    for (int i = 0; i < spins; ++i)
        if (has_come()) return;
    const auto start = Clock::now();
    FileDescriptor& process = processes_[static_cast<std::size_t>(rank)];
    ++other.sleepers;
    while (true) {
        const std::uint32_t seen = other.arrivals.load();
        const bool left = other.left.load() != 0;
        if (has_come()) break;
        if (!process && other.pid != 0 && other.pid != ::getpid())
            process = FileDescriptor(static_cast<int>(::syscall(SYS_pidfd_open, other.pid.load(), 0)));
        if (line(rank_).left.load() != 0) {
            --other.sleepers;
            fail(rank_, "has left");
        }
        const char* problem = left                               ? "has left"
                              : has_ended(process)               ? "has ended"
                              : Clock::now() - start >= timeout_ ? "did not come in time"
                                                                 : nullptr;
        if (problem) {
            --other.sleepers;
            fail(rank, problem);
        }
        if (seen == other.arrivals.load()) sleep_on(other.arrivals, seen);
    }
    --other.sleepers;
}

void Meeting::fail(int rank, const std::string& what) const {
    throw std::runtime_error(fmt::format("rank {} {}", rank, what));
}

} // namespace tunedesk::parallel
