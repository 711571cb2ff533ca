// SPDX-License-Identifier: GPL-3.0-or-later
#include "parallel/ranks/flight_record.h"

#include "base/clock.h"
#include "event/diagnosis.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <limits>
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace tunedesk::parallel {

namespace {

constexpr std::array<char, 8> magic = {'T', 'D', 'F', 'L', 'I', 'G', 'H', 'T'};
constexpr std::uint32_t version = 1;

/// The file format: a header, then the lines. Numbers are in the machine's byte order, because only the same
/// machine reads the file.
struct Header {
    std::array<char, 8> magic;
    std::uint32_t version, lines;
    std::int32_t rank;
    std::uint8_t threw;
    std::array<std::uint8_t, 43> unused;
};
struct Slot {
    std::uint64_t number; ///< index among all lines of the rank, from 1; 0 while it is being written
    std::uint64_t sequence, bytes;
    std::int64_t step;
    double entered;
    std::array<char, 8> element_type;
    std::int32_t block;
    std::uint16_t first, stride, count;
    std::uint8_t channel, op, purpose, phase, state, unused;
};
static_assert(sizeof(Header) == 64 && sizeof(Slot) == 64);
constexpr std::size_t file_bytes = sizeof(Header) + FlightRecord::capacity * sizeof(Slot);
constexpr std::uint8_t last_phase = 4;

Slot* slot_at(std::byte* memory, std::uint64_t number) {
    return reinterpret_cast<Slot*>(memory + sizeof(Header)) + (number - 1) % FlightRecord::capacity;
}

/// Whether every field except the number has a valid value.
bool is_valid(const Slot& slot) {
    constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
    const auto is_of_name = [](char c) {
        return c == 0 || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    };
    return std::ranges::all_of(slot.element_type, is_of_name) && slot.stride > 0 && slot.count > 0 &&
           slot.channel <= static_cast<std::uint8_t>(GroupKey::Channel::back) && slot.op < collective_ops &&
           slot.purpose < purposes && slot.phase <= last_phase &&
           slot.state <= static_cast<std::uint8_t>(FlightLine::State::failed) && slot.sequence > 0 &&
           slot.sequence <= most && slot.bytes <= most && slot.step >= 0 && slot.block >= -1 &&
           slot.block <= event::most_blocks && slot.entered >= 0 && slot.entered < 1e12;
}

FlightLine line_of(const Slot& slot) {
    FlightLine line;
    line.group = {static_cast<GroupKey::Channel>(slot.channel), slot.first, slot.stride, slot.count};
    line.sequence = slot.sequence;
    line.op = static_cast<CollectiveOp>(slot.op);
    line.purpose = static_cast<Purpose>(slot.purpose);
    line.bytes = slot.bytes;
    line.element_type = slot.element_type;
    line.phase = slot.phase;
    line.block = slot.block;
    line.step = slot.step;
    line.entered = slot.entered;
    line.state = static_cast<FlightLine::State>(slot.state);
    return line;
}

/// Reads an integer from a list of to_json(); false if it is missing or out of range.
template <class Field>
bool read_field(const Json& list, std::size_t place, Field& field) {
    const Json& value = list.at(place);
    if (!value.is_number_integer() || !std::in_range<Field>(value.get<std::int64_t>())) return false;
    field = static_cast<Field>(value.get<std::int64_t>());
    return true;
}

/// std::nullopt if the list is not a valid line.
std::optional<FlightLine> flight_line_of(const Json& list) {
    constexpr std::size_t fields = 14;
    if (!list.is_array() || list.size() != fields || !list[8].is_string() || !list[12].is_number())
        return std::nullopt;
    Slot slot{};
    const auto& type = list[8].get_ref<const std::string&>();
    std::copy_n(type.begin(), std::min(type.size(), slot.element_type.size()), slot.element_type.begin());
    slot.entered = list[12].get<double>();
    const bool is_read = read_field(list, 0, slot.channel) && read_field(list, 1, slot.first) &&
                         read_field(list, 2, slot.stride) && read_field(list, 3, slot.count) &&
                         read_field(list, 4, slot.sequence) && read_field(list, 5, slot.op) &&
                         read_field(list, 6, slot.purpose) && read_field(list, 7, slot.bytes) &&
                         read_field(list, 9, slot.phase) && read_field(list, 10, slot.block) &&
                         read_field(list, 11, slot.step) && read_field(list, 13, slot.state);
    return is_read && is_valid(slot) ? std::optional(line_of(slot)) : std::nullopt;
}

} // namespace

FlightRecord::FlightRecord(const fs::path& file, int rank) {
    ::unlink(file.c_str()); // from an earlier start
    const FileDescriptor fd(::open(file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    // Blocks are reserved here: writing to a map without disk space kills the process.
    if (!fd || ::posix_fallocate(fd.get(), 0, file_bytes) != 0) return;
    void* const memory = ::mmap(nullptr, file_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd.get(), 0);
    if (memory == MAP_FAILED) return;
    memory_ = static_cast<std::byte*>(memory);
    const Header header{magic, version, capacity, rank, 0, {}};
    std::memcpy(memory_, &header, sizeof header);
}

FlightRecord::~FlightRecord() {
    if (memory_) ::munmap(memory_, file_bytes);
}

FlightRecord::Ticket FlightRecord::enter(const FlightLine& line) {
    if (!memory_) return 0;
    const std::uint64_t number = entered_.fetch_add(1, std::memory_order_relaxed) + 1;
    Slot& slot = *slot_at(memory_, number);
    std::atomic_ref<std::uint64_t>(slot.number).store(0, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_release);
    slot.sequence = line.sequence;
    slot.bytes = line.bytes;
    slot.step = line.step;
    slot.entered = monotonic_seconds();
    slot.element_type = line.element_type;
    slot.block = line.block;
    slot.first = line.group.first;
    slot.stride = line.group.stride;
    slot.count = line.group.count;
    slot.channel = static_cast<std::uint8_t>(line.group.channel);
    slot.op = static_cast<std::uint8_t>(line.op);
    slot.purpose = static_cast<std::uint8_t>(line.purpose);
    slot.phase = line.phase;
    slot.state = static_cast<std::uint8_t>(line.state);
    std::atomic_ref<std::uint64_t>(slot.number).store(number, std::memory_order_release);
    return number;
}

void FlightRecord::leave(Ticket ticket, FlightLine::State state) {
    if (!memory_ || ticket == 0) return;
    if (state == FlightLine::State::failed) has_failed_ = true;
    Slot& slot = *slot_at(memory_, ticket);
    if (std::atomic_ref<std::uint64_t>(slot.number).load(std::memory_order_acquire) == ticket)
        std::atomic_ref<std::uint8_t>(slot.state).store(static_cast<std::uint8_t>(state));
}

void FlightRecord::threw() {
    if (memory_ && !has_failed_) reinterpret_cast<Header*>(memory_)->threw = 1;
}

std::optional<Flight> parse_flight(std::span<const std::byte> bytes) {
    if (bytes.size() != file_bytes) return std::nullopt;
    Header header;
    std::memcpy(&header, bytes.data(), sizeof header);
    if (header.magic != magic || header.version != version || header.lines != FlightRecord::capacity ||
        header.rank < 0 || header.rank > event::most_ranks || header.threw > 1)
        return std::nullopt;
    std::vector<Slot> slots;
    for (std::size_t place = 0; place < FlightRecord::capacity; ++place) {
        Slot slot;
        std::memcpy(&slot, bytes.data() + sizeof(Header) + place * sizeof(Slot), sizeof slot);
        const bool is_numbered = slot.number > 0 && (slot.number - 1) % FlightRecord::capacity == place;
        if (is_numbered && is_valid(slot)) slots.push_back(slot);
    }
    std::ranges::sort(slots, {}, &Slot::number);
    Flight flight{header.rank, header.threw == 1, {}};
    for (const Slot& slot : slots)
        flight.lines.push_back(line_of(slot));
    return flight;
}

Json to_json(const Flight& flight) {
    Json lines = Json::array();
    for (const FlightLine& line : flight.lines) {
        const auto* const type_end = std::ranges::find(line.element_type, '\0');
        lines.push_back({static_cast<int>(line.group.channel), line.group.first, line.group.stride,
                         line.group.count, line.sequence, static_cast<int>(line.op),
                         static_cast<int>(line.purpose), line.bytes,
                         std::string(line.element_type.begin(), type_end), line.phase, line.block, line.step,
                         line.entered, static_cast<int>(line.state)});
    }
    return {{"rank", flight.rank}, {"threw", flight.threw}, {"lines", std::move(lines)}};
}

std::optional<Flight> flight_of(const Json& json) {
    if (!json.is_object()) return std::nullopt;
    const auto lines = json.find("lines"), threw = json.find("threw");
    const std::int64_t rank = whole_field(json, "rank", -1);
    if (lines == json.end() || !lines->is_array() || lines->size() > FlightRecord::capacity ||
        threw == json.end() || !threw->is_boolean() || rank < 0 || rank > event::most_ranks)
        return std::nullopt;
    Flight flight{static_cast<int>(rank), threw->get<bool>(), {}};
    for (const Json& list : *lines)
        if (const auto line = flight_line_of(list)) flight.lines.push_back(*line);
    return flight;
}

std::optional<Flight> read_flight(const fs::path& file) {
    const FileDescriptor fd(::open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    struct stat status {};
    if (!fd || ::fstat(fd.get(), &status) != 0 || !S_ISREG(status.st_mode) || status.st_uid != ::geteuid() ||
        status.st_size != static_cast<off_t>(file_bytes))
        return std::nullopt;
    std::vector<std::byte> bytes(file_bytes);
    std::size_t read = 0;
    while (read < file_bytes) {
        const ssize_t n = ::read(fd.get(), bytes.data() + read, file_bytes - read);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return std::nullopt;
        read += static_cast<std::size_t>(n);
    }
    return parse_flight(bytes);
}

} // namespace tunedesk::parallel
