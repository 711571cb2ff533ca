// SPDX-License-Identifier: GPL-3.0-or-later
#include "parallel/ranks/diagnose.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <tuple>
#include <vector>

namespace tunedesk::parallel {

namespace {

using event::Diagnosis;
using State = FlightLine::State;

/// The properties of a call that must be equal on all ranks of a group at one position of its sequence. Step
/// and block distinguish calls of equal size: a rank that skipped one is one ahead from there on.
auto call_of(const FlightLine& line) {
    return std::tuple(line.op, line.purpose, line.bytes, line.element_type, line.step, line.block);
}

/// A rank's progress in the step. Gradients are summed by block before all else; buckets in their order,
/// blocks of the model from the first to the last and then from the last to the first. A backward pass
/// gathers the block before the one whose gradients it sends next, the first such block at the end of the
/// forward pass.
auto progress_of(const FlightLine& line) {
    const bool reduces = line.op == CollectiveOp::reduce_scatter;
    const bool returns = reduces || line.phase == backward_phase;
    const bool gathers_back = line.op == CollectiveOp::all_gather && returns;
    const std::int64_t place = reduces ? -line.block : gathers_back ? -line.block - 1 : line.block;
    return std::tuple(line.step, line.block < 0, returns, place, reduces);
}

std::string ranks_of(const GroupKey& group) {
    const int last = group.first + (group.count - 1) * group.stride;
    if (group.count > 2)
        return fmt::format("{}-{}{}", group.first, last,
                           group.stride > 1 ? fmt::format(":{}", group.stride) : "");
    return group.count == 1 ? fmt::to_string(group.first) : fmt::format("{}, {}", group.first, last);
}

event::CollectiveCall call_in(const FlightLine& line) {
    return {name_of(line.op), ranks_of(line.group), static_cast<std::int64_t>(line.sequence),
            static_cast<std::int64_t>(line.bytes), line.block};
}

/// A rank that has not entered a collective that another one has.
struct Lag {
    int rank = 0, ahead = 0;
    const FlightLine* line = nullptr; ///< of the rank ahead: the first line that `rank` lacks
    const FlightLine* last = nullptr; ///< the last call of `rank`; null if it has called nothing
};

Diagnosis diagnosis(Diagnosis::Kind kind, int rank, const FlightLine& at) {
    Diagnosis found;
    found.kind = kind;
    found.rank = rank;
    found.collective = name_of(at.purpose);
    found.step = at.step;
    return found;
}

/// `rank` called `own`, while `other_rank` called `other`.
Diagnosis parted(int rank, const FlightLine& own, int other_rank, const FlightLine& other) {
    Diagnosis found = diagnosis(Diagnosis::Kind::parted, rank, own);
    found.other_rank = other_rank;
    found.other_collective = name_of(other.purpose);
    found.call = call_in(own);
    found.other_call = call_in(other);
    return found;
}

/// Smallest for the rank whose exception did not result from another's. A victim's collective fails, but it
/// may have recorded its exception earlier; it is further ahead than the rank that it waited for.
auto innocence_of(const Flight& flight) {
    std::uint64_t furthest = 0;
    for (const FlightLine& line : flight.lines)
        if (line.group.channel == GroupKey::Channel::data) furthest = std::max(furthest, line.sequence);
    return std::tuple(std::ranges::find(flight.lines, State::failed, &FlightLine::state) !=
                          flight.lines.end(),
                      furthest, flight.lines.back().entered);
}

std::optional<Diagnosis> find_thrown(std::span<const Flight> flights) {
    const Flight* first = nullptr;
    for (const Flight& flight : flights)
        if (flight.threw && !flight.lines.empty() && (!first || innocence_of(flight) < innocence_of(*first)))
            first = &flight;
    if (!first) return std::nullopt;
    Diagnosis found = diagnosis(Diagnosis::Kind::threw, first->rank, first->lines.back());
    found.call = call_in(first->lines.back());
    return found;
}

/// Among the ranks at one position of a group's sequence, one whose call differs from the majority; if both
/// sides are equal, one that is further ahead: it has skipped a call.
std::optional<Diagnosis> find_odd(const std::map<int, const FlightLine*>& calls) {
    const auto alike = [&](const FlightLine& line) {
        return std::ranges::count_if(
            calls, [&](const auto& call) { return call_of(*call.second) == call_of(line); });
    };
    const auto usual = std::ranges::min_element( // the first of equals
        calls, {},
        [&](const auto& call) { return std::pair(-alike(*call.second), progress_of(*call.second)); });
    for (const auto& [rank, line] : calls)
        if (call_of(*line) != call_of(*usual->second))
            return parted(rank, *line, usual->first, *usual->second);
    return std::nullopt;
}

std::optional<Diagnosis> find_parted(std::span<const Flight> flights) {
    std::map<std::pair<GroupKey, std::uint64_t>, std::map<int, const FlightLine*>> places;
    for (const Flight& flight : flights)
        for (const FlightLine& line : flight.lines)
            places[{line.group, line.sequence}].emplace(flight.rank, &line);
    std::optional<Diagnosis> earliest;
    double entered = 0;
    for (const auto& [place, calls] : places) {
        const double here = calls.begin()->second->entered;
        if (earliest && here >= entered) continue;
        if (auto odd = find_odd(calls)) {
            earliest = std::move(odd);
            entered = here;
        }
    }
    return earliest;
}

std::map<GroupKey, std::uint64_t> last_calls(const Flight& flight) {
    std::map<GroupKey, std::uint64_t> last;
    for (const FlightLine& line : flight.lines)
        last[line.group] = std::max(last[line.group], line.sequence);
    return last;
}

/// Each rank that is behind another one, with the first line that it lacks. `waiting`: only of lines that are
/// not done.
std::vector<Lag> find_lags(std::span<const Flight> flights, bool waiting) {
    std::map<std::pair<int, int>, Lag> lags;
    for (const Flight& behind : flights) {
        const std::map<GroupKey, std::uint64_t> last = last_calls(behind);
        // A group's last call may have been overwritten in a full ring, except for lines being written.
        const bool knows_all = behind.lines.size() < FlightRecord::capacity / 2;
        for (const Flight& ahead : flights)
            for (const FlightLine& line : ahead.lines) {
                if (behind.rank == ahead.rank || (waiting && line.state == State::done) ||
                    !line.group.has(behind.rank))
                    continue;
                const auto own = last.find(line.group);
                if (own == last.end() ? knows_all : own->second < line.sequence)
                    lags.emplace(std::pair(behind.rank, ahead.rank),
                                 Lag{behind.rank, ahead.rank, &line,
                                     behind.lines.empty() ? nullptr : &behind.lines.back()});
            }
    }
    std::vector<Lag> list;
    for (const auto& [ranks, lag] : lags)
        list.push_back(lag);
    std::ranges::sort(list, {}, [](const Lag& lag) { return std::tuple(lag.line->entered, lag.rank); });
    return list;
}

Diagnosis behind(const Lag& lag) {
    Diagnosis found = diagnosis(Diagnosis::Kind::behind, lag.rank, *lag.line);
    found.other_rank = lag.ahead;
    found.other_call = call_in(*lag.line);
    if (lag.last) found.call = call_in(*lag.last);
    return found;
}

/// Two ranks that each lack a collective that the other has entered; of several, the one that most ranks are
/// ahead of.
std::optional<Diagnosis> find_circle(const std::vector<Lag>& lags) {
    std::optional<Diagnosis> found;
    std::ptrdiff_t most = 0;
    for (const Lag& lag : lags)
        for (const Lag& back : lags) {
            if (back.ahead != lag.rank || back.rank != lag.ahead) continue;
            const auto ahead = std::ranges::count(lags, lag.rank, &Lag::rank);
            if (ahead <= most) continue;
            most = ahead;
            found = parted(lag.rank, *back.line, lag.ahead, *lag.line);
        }
    return found;
}

/// Among the ranks that others wait for, the one that waits for no other rank.
std::optional<Diagnosis> find_behind(const std::vector<Lag>& lags) {
    for (const Lag& lag : lags)
        if (std::ranges::none_of(lags, [&](const Lag& other) { return other.ahead == lag.rank; }))
            return behind(lag);
    if (auto found = find_circle(lags)) return found;
    return lags.empty() ? std::nullopt : std::optional(behind(lags.front()));
}

std::optional<Diagnosis> find_inside(std::span<const Flight> flights) {
    const FlightLine* first = nullptr;
    for (const Flight& flight : flights)
        for (const FlightLine& line : flight.lines)
            if ((line.state == State::waiting || line.state == State::failed) &&
                (!first || line.entered < first->entered))
                first = &line;
    if (!first) return std::nullopt;
    Diagnosis found =
        diagnosis(Diagnosis::Kind::inside, first->op == CollectiveOp::lead ? first->group.first : -1, *first);
    if (found.rank >= 0) found.call = call_in(*first);
    return found;
}

} // namespace

std::optional<Diagnosis> diagnose(std::span<const Flight> flights) {
    if (auto found = find_parted(flights)) return found;
    if (auto found = find_thrown(flights)) return found;
    if (auto found = find_behind(find_lags(flights, /*waiting=*/true))) return found;
    if (auto found = find_inside(flights)) return found;
    // The host waits elsewhere for a device's collectives: they count as done when they are enqueued.
    return find_behind(find_lags(flights, /*waiting=*/false));
}

std::optional<Diagnosis> find_disagreement(std::span<const Flight> flights) {
    if (auto found = find_parted(flights)) return found;
    return find_circle(find_lags(flights, /*waiting=*/true));
}

std::optional<Diagnosis> find_mismatch(std::span<const Flight> flights) {
    return find_parted(flights);
}

std::optional<event::Diagnosis> diagnose_absent(std::span<const Flight> flights, int absent) {
    for (const Flight& flight : flights)
        for (auto line = flight.lines.rbegin(); line != flight.lines.rend(); ++line) {
            const bool waits = line->state == State::waiting || line->state == State::failed;
            if (!waits || !line->group.has(absent)) continue;
            Diagnosis found = diagnosis(Diagnosis::Kind::inside, absent, *line);
            found.other_rank = flight.rank;
            found.other_call = call_in(*line);
            return found;
        }
    return std::nullopt;
}

} // namespace tunedesk::parallel
