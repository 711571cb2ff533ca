// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/supervise/collectives_log.h"

#include "report/memory_figures.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace tunedesk::run {

namespace {

constexpr std::size_t lines_of_a_rank = 32;

std::string line_text(const parallel::FlightLine& line, double end) {
    constexpr const char* states[] = {"waiting", "started", "done", "failed"};
    constexpr const char* channels[] = {"data    ", "control ", "pipeline", "forward ", "back    "};
    const auto& group = line.group;
    const auto* const type_end = std::ranges::find(line.element_type, '\0');
    return fmt::format(
        "{} {}+{}x{} {:>6}  {:<24} {:<9} {:>12} {:<8}  {:<10} block {:>3}  step {:>6}  -{:.3f} s  {}\n",
        channels[static_cast<std::size_t>(group.channel)], group.first, group.stride, group.count,
        line.sequence, name_of(line.purpose), name_of(line.op), line.bytes,
        std::string(line.element_type.begin(), type_end), report::memory_phases.at(line.phase), line.block,
        line.step, end - line.entered, states[static_cast<std::size_t>(line.state)]);
}

} // namespace

std::string collectives_text(std::span<const parallel::Flight> flights) {
    double end = 0;
    for (const parallel::Flight& flight : flights)
        if (!flight.lines.empty()) end = std::max(end, flight.lines.back().entered);
    std::string text;
    for (const parallel::Flight& flight : flights) {
        text += fmt::format("rank {}{}\n", flight.rank, flight.threw ? ", ended by an exception" : "");
        const std::size_t left_out = flight.lines.size() - std::min(flight.lines.size(), lines_of_a_rank);
        for (std::size_t i = left_out; i < flight.lines.size(); ++i)
            text += "  " + line_text(flight.lines[i], end);
    }
    return text;
}

void write_collectives(const event::RunFolder& folder, std::span<const parallel::Flight> flights) try {
    if (!flights.empty())
        write_private_file(folder.root / "logs" / "collectives.log", collectives_text(flights));
} catch (const Error&) {
    // A full disk, or a deleted folder: the failure still includes the diagnosis.
}

} // namespace tunedesk::run
