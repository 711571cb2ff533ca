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

/// The ranks that call a collective, and the connection they use. Calls with equal keys must have the same
/// order on all these ranks, which are first, first + stride, ...
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

constexpr std::uint8_t backward_phase = 2; ///< memory::Phase::backward, which this library does not link

/// A line of the record: a collective that a rank has entered.
struct FlightLine {
    enum class State : std::uint8_t {
        waiting, ///< the rank waits for it, or it runs during a backward pass
        started, ///< the rank computes meanwhile and waits later
        done,    ///< finished; on a device, and for a sent message: enqueued
        failed,
    };

    GroupKey group = {};
    std::uint64_t sequence = 0; ///< number of the call within the group, from 1
    CollectiveOp op = CollectiveOp::sum;
    Purpose purpose = Purpose::save;
    std::uint64_t bytes = 0;               ///< size of the rank's tensor; 0 for a text
    std::array<char, 8> element_type = {}; ///< c10::toString(), cut; "" without a tensor
    std::uint8_t phase = 0;                ///< memory::Phase
    std::int32_t block = -1;               ///< block of the model, or bucket of a gradient sum; -1: none
    std::int64_t step = 0;                 ///< current or last step; 0 before the first
    double entered = 0;                    ///< monotonic seconds, the same clock in all processes of a node
    State state = State::waiting;

    bool operator==(const FlightLine&) const = default;
};

/// The contents of a rank's record.
struct Flight {
    int rank = 0;
    bool threw = false;            ///< the rank ended by an exception that no collective had thrown
    std::vector<FlightLine> lines; ///< the latest, oldest first

    bool operator==(const Flight&) const = default;
};

/// Records the collectives of one rank in a ring of fixed-size lines in a mapped file, which can be read at
/// any time, even if the process is stopped, blocked or killed. A line costs less than 0.1 us. Thread rule:
/// enter(), leave() and threw() on any thread.
class FlightRecord {
public:
    static constexpr std::size_t capacity = 512; ///< lines

    /// Creates the file (mode 0600), replacing an earlier one. If that fails, nothing is recorded, because a
    /// run must not fail for lack of a record.
    FlightRecord(const fs::path& file, int rank);
    ~FlightRecord();
    FlightRecord(const FlightRecord&) = delete;
    FlightRecord& operator=(const FlightRecord&) = delete;

    bool records() const { return memory_ != nullptr; }
    using Ticket = std::uint64_t;
    /// Adds a line, with the current time as `entered`.
    Ticket enter(const FlightLine& line);
    void leave(Ticket ticket, FlightLine::State state);
    /// Notes that an exception ends this rank, unless a collective failed before: then the exception is a
    /// consequence of another rank's end.
    void threw();

private:
    std::byte* memory_ = nullptr;
    std::atomic<std::uint64_t> entered_ = 0;
    std::atomic<bool> has_failed_ = false;
};

/// Parses a record's untrusted bytes; std::nullopt if they are not a record. Lines that are damaged or being
/// written are left out.
std::optional<Flight> parse_flight(std::span<const std::byte> bytes);
/// For transfer to another node: {"rank", "threw", "lines"}, each line a list of its fields.
Json to_json(const Flight& flight);
/// Reads an untrusted object of to_json(); std::nullopt if it is not one. Damaged lines are left out.
std::optional<Flight> flight_of(const Json& json);
/// Reads a record's file; std::nullopt if it is missing, not a record, or belongs to another user. Never
/// waits.
std::optional<Flight> read_flight(const fs::path& file);

} // namespace tunedesk::parallel
