// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "base/json.h"
#include "parallel/ranks/collective.h"

#include <array>
#include <atomic>
#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tunedesk::parallel {

/// Which ranks of the run call a collective, and over which of their connections: calls of equal keys must
/// come in the same order on all of them. The ranks are first, first + stride, ...
struct GroupKey {
    enum class Channel : std::uint8_t {
        data,
        control,
        pipeline, ///< of the stages of one pipeline
        forward,  ///< messages between two of these, to the later stage
        back,     ///< and to the earlier one
    };

    Channel channel = Channel::data;
    std::uint16_t first = 0, stride = 1, count = 1;

    auto operator<=>(const GroupKey&) const = default;
    bool has(int rank) const {
        const int from_first = rank - first;
        return from_first >= 0 && from_first % stride == 0 && from_first / stride < count;
    }
};

constexpr std::uint8_t backward_phase = 2; ///< memory::Phase::backward, which this library does not see

/// A collective that a rank has entered.
struct FlightLine {
    enum class State : std::uint8_t {
        waiting, ///< the rank cannot continue without it, or it is under way beside a backward pass
        started, ///< the rank computes meanwhile and asks later
        done,    ///< of a device's, and of a message that is sent: enqueued
        failed,
    };

    GroupKey group = {};
    std::uint64_t sequence = 0; ///< of the group's calls, from 1
    CollectiveOp op = CollectiveOp::sum;
    Purpose purpose = Purpose::save;
    std::uint64_t bytes = 0;               ///< of the rank's tensor; 0 of a text
    std::array<char, 8> element_type = {}; ///< c10::toString(), cut; "" without a tensor
    std::uint8_t phase = 0;                ///< memory::Phase
    std::int32_t block = -1;               ///< of the model, or the bucket of a gradient sum; -1: none
    std::int64_t step = 0;                 ///< under way or done last; 0 before the first
    double entered = 0;                    ///< monotonic seconds, the same clock in all processes of a node
    State state = State::waiting;

    bool operator==(const FlightLine&) const = default;
};

/// What the file of a rank holds.
struct Flight {
    int rank = 0;
    bool threw = false;            ///< an exception left its group that no collective had thrown
    std::vector<FlightLine> lines; ///< the latest, oldest first

    bool operator==(const Flight&) const = default;
};

/// The collectives of one rank, in a ring of fixed-size lines in a mapped file: what is written is there for
/// a reader of the file from that instant, whether the process is stopped, blocked or killed. A line costs
/// less than 0.1 us. Thread rule: enter(), leave() and threw() on any thread.
class FlightRecord {
public:
    static constexpr std::size_t capacity = 512; ///< lines

    /// Makes the file, of its owner alone (0600), in the place of an earlier one. Where it cannot be made or
    /// the disk is full, nothing is recorded: a run must not end for want of a record.
    FlightRecord(const fs::path& file, int rank);
    ~FlightRecord();
    FlightRecord(const FlightRecord&) = delete;
    FlightRecord& operator=(const FlightRecord&) = delete;

    bool records() const { return memory_ != nullptr; }
    using Ticket = std::uint64_t;
    /// Adds a line; `entered` is now.
    Ticket enter(const FlightLine& line);
    void leave(Ticket ticket, FlightLine::State state);
    /// An exception ends this rank. Where a collective has failed before, it is the consequence of another
    /// rank's end, and not noted.
    void threw();

private:
    std::byte* memory_ = nullptr;
    std::atomic<std::uint64_t> entered_ = 0;
    std::atomic<bool> has_failed_ = false;
};

/// Reads a record's bytes, of any origin: std::nullopt if they are no record; lines that are damaged, or
/// being written, are left out.
std::optional<Flight> parse_flight(std::span<const std::byte> bytes);
/// For another node: {"rank", "threw", "lines"}, a line as the list of its fields.
Json to_json(const Flight& flight);
/// Reads to_json(), of any origin: std::nullopt if it is none; lines that are damaged are left out.
std::optional<Flight> flight_of(const Json& json);
/// std::nullopt if the file is not there, not this user's own, or no record. Never waits.
std::optional<Flight> read_flight(const fs::path& file);

} // namespace tunedesk::parallel
