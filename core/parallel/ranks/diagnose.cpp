#include "parallel/ranks/diagnose.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

namespace tunedesk::parallel {

namespace {

using event::Diagnosis;
using State = FlightLine::State;

/// What all ranks of a group must call alike at one place of its sequence.
auto call_of(const FlightLine& line) {
    return std::tuple(line.op, line.purpose, line.bytes, line.element_type);
}

/// A rank that has not entered what another one has.
struct Lag {
    int rank = 0, ahead = 0;
    const FlightLine* line = nullptr; ///< of the rank ahead: the first that `rank` lacks
};

Diagnosis diagnosis(Diagnosis::Kind kind, int rank, const FlightLine& at) {
    Diagnosis found;
    found.kind = kind;
    found.rank = rank;
    found.collective = name_of(at.purpose);
    found.step = at.step;
    return found;
}

std::optional<Diagnosis> find_thrown(std::span<const Flight> flights) {
    const Flight* first = nullptr; // of several, the one that came least far in time
    for (const Flight& flight : flights)
        if (flight.threw && !flight.lines.empty() &&
            (!first || flight.lines.back().entered < first->lines.back().entered))
            first = &flight;
    if (!first) return std::nullopt;
    return diagnosis(Diagnosis::Kind::threw, first->rank, first->lines.back());
}

/// Of the ranks that are at one place of a group's sequence, one that called something else than the most.
std::optional<Diagnosis> find_odd(const std::map<int, const FlightLine*>& calls) {
    const auto alike = [&](const FlightLine& line) {
        return std::ranges::count_if(
            calls, [&](const auto& call) { return call_of(*call.second) == call_of(line); });
    };
    const auto usual = std::ranges::max_element( // the first of equals
        calls, {}, [&](const auto& call) { return alike(*call.second); });
    for (const auto& [rank, line] : calls)
        if (call_of(*line) != call_of(*usual->second)) {
            Diagnosis found = diagnosis(Diagnosis::Kind::parted, rank, *line);
            found.other_rank = usual->first;
            found.other_collective = name_of(usual->second->purpose);
            return found;
        }
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

/// Each rank behind another one, with the first line that it lacks. `waiting`: of lines that are not done.
std::vector<Lag> find_lags(std::span<const Flight> flights, bool waiting) {
    std::map<std::pair<int, int>, Lag> lags;
    for (const Flight& behind : flights) {
        const std::map<GroupKey, std::uint64_t> last = last_calls(behind);
        for (const Flight& ahead : flights)
            for (const FlightLine& line : ahead.lines) {
                if (behind.rank == ahead.rank || (waiting && line.state == State::done) ||
                    !line.group.has(behind.rank))
                    continue;
                const auto own = last.find(line.group);
                if (own == last.end() || own->second < line.sequence)
                    lags.emplace(std::pair(behind.rank, ahead.rank), Lag{behind.rank, ahead.rank, &line});
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
    return found;
}

/// Of ranks that lack what others wait in, the one that waits for none: those behind it wait for it.
std::optional<Diagnosis> find_behind(const std::vector<Lag>& lags) {
    for (const Lag& lag : lags)
        if (std::ranges::none_of(lags, [&](const Lag& other) { return other.ahead == lag.rank; }))
            return behind(lag);
    for (const Lag& lag : lags) // in a circle
        for (const Lag& back : lags)
            if (back.ahead == lag.rank && back.rank == lag.ahead) {
                Diagnosis found = diagnosis(Diagnosis::Kind::parted, lag.rank, *back.line);
                found.other_rank = lag.ahead;
                found.other_collective = name_of(lag.line->purpose);
                return found;
            }
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
    return diagnosis(Diagnosis::Kind::inside, first->op == CollectiveOp::lead ? first->group.first : -1,
                     *first);
}

} // namespace

std::optional<Diagnosis> diagnose(std::span<const Flight> flights) {
    if (auto found = find_thrown(flights)) return found;
    if (auto found = find_parted(flights)) return found;
    if (auto found = find_behind(find_lags(flights, /*waiting=*/true))) return found;
    if (auto found = find_inside(flights)) return found;
    // Of a device's collectives the host waits elsewhere: they are done when they are enqueued.
    return find_behind(find_lags(flights, /*waiting=*/false));
}

} // namespace tunedesk::parallel
