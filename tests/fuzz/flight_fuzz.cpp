// SPDX-License-Identifier: GPL-3.0-or-later
#include "parallel/ranks/diagnose.h"

#include "fuzz/replay.h"

using namespace tunedesk;
using namespace tunedesk::parallel;

namespace {

constexpr std::size_t record_bytes = 64 + FlightRecord::capacity * 64;

/// The bytes, filled up or cut to a record's size, as one rank's, and their first lines as another's.
int fuzz_one(const std::uint8_t* data, std::size_t size) {
    if (parse_flight(std::as_bytes(std::span(data, size))) && size != record_bytes)
        throw std::logic_error("a record of another size was accepted");
    std::vector<std::uint8_t> bytes(data, data + std::min(size, record_bytes));
    bytes.resize(record_bytes);
    auto flight = parse_flight(std::as_bytes(std::span(bytes)));
    if (!flight) return 0;
    if (flight->lines.size() > FlightRecord::capacity) throw std::logic_error("more lines than a ring has");
    std::vector<Flight> flights{*flight, std::move(*flight)};
    flights[0].rank = 0;
    flights[1].rank = 1;
    for (int lack = 0; lack < 2; ++lack) {
        if (const auto diagnosis = diagnose(flights)) {
            if (diagnosis->collective.empty()) throw std::logic_error("a diagnosis without a collective");
            if (event::diagnosis_of({{"diagnosis", to_json(*diagnosis)}}) != diagnosis)
                throw std::logic_error("a diagnosis is read as another");
        }
        if (!flights[1].lines.empty()) flights[1].lines.pop_back();
    }
    return 0;
}

} // namespace

class FlightFuzz : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // FAULTS 4, 49
    void corpus() { replay("flight", 4000, fuzz_one, {Grammar::bytes}); }
};

QTEST_GUILESS_MAIN(FlightFuzz)
#include "flight_fuzz.moc"
