// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/memory_figures.h"

#include "base/text.h"

#include <algorithm>
#include <numeric>

namespace tunedesk::report {

namespace {

std::string cell(std::uint64_t bytes) {
    return bytes == 0 ? "-" : human_bytes(bytes);
}

} // namespace

std::uint64_t sum(const MemoryFigures::Bytes& bytes) {
    return std::accumulate(bytes.begin(), bytes.end(), std::uint64_t{0});
}

const MemoryFigures::Bytes& MemoryFigures::fullest() const {
    return *std::ranges::max_element(phases, {}, sum);
}

std::uint64_t MemoryFigures::peak() const {
    return sum(fullest());
}

Json to_json(const MemoryFigures::Bytes& bytes) {
    Json json = Json::object();
    for (std::size_t part = 0; part < memory_parts.size(); ++part)
        json[memory_parts[part]] = bytes[part];
    return json;
}

MemoryFigures::Bytes parse_memory_bytes(const Json& json) {
    MemoryFigures::Bytes bytes{};
    if (!json.is_object()) return bytes;
    for (std::size_t part = 0; part < memory_parts.size(); ++part)
        if (const auto value = json.find(memory_parts[part]);
            value != json.end() && value->is_number_unsigned())
            bytes[part] = value->get<std::uint64_t>();
    return bytes;
}

Json to_json(const MemoryFigures& figures) {
    Json json{{"parts", to_json(figures.parts)}, {"phases", Json::object()}};
    for (std::size_t phase = 0; phase < memory_phases.size(); ++phase)
        json["phases"][memory_phases[phase]] = to_json(figures.phases[phase]);
    return json;
}

MemoryFigures parse_memory_figures(const Json& json) {
    MemoryFigures figures;
    if (!json.is_object()) return figures;
    figures.parts = parse_memory_bytes(json.value("parts", Json()));
    const auto phases = json.find("phases");
    if (phases == json.end() || !phases->is_object()) return figures;
    for (std::size_t phase = 0; phase < memory_phases.size(); ++phase)
        figures.phases[phase] = parse_memory_bytes(phases->value(memory_phases[phase], Json()));
    return figures;
}

TextTable memory_table(const MemoryFigures& figures) {
    TextTable table{{"memory", "peak"}, {}, {false, true}};
    for (std::size_t part = 0; part < memory_parts.size(); ++part)
        table.rows.push_back({memory_parts[part], cell(figures.parts[part])});
    table.rows.push_back({"together", cell(figures.peak())});
    for (std::size_t phase = 0; phase < memory_phases.size(); ++phase) {
        const MemoryFigures::Bytes& bytes = figures.phases[phase];
        if (sum(bytes) == 0) continue;
        table.header.emplace_back(memory_phases[phase]);
        table.numeric.push_back(true);
        for (std::size_t part = 0; part < memory_parts.size(); ++part)
            table.rows[part].push_back(cell(bytes[part]));
        table.rows.back().push_back(cell(sum(bytes)));
    }
    return table;
}

TextTable memory_of_runs(std::span<const MeasuredRun> runs) {
    TextTable table{{"memory"}, {}, {false}};
    table.header.insert(table.header.end(), memory_parts.begin(), memory_parts.end());
    table.header.insert(table.header.end(), {"together", "other"});
    table.numeric.resize(table.header.size(), true);
    for (const MeasuredRun& run : runs) {
        std::vector<std::string> row{run.name};
        for (const std::uint64_t bytes : run.figures->parts)
            row.push_back(cell(bytes));
        const std::uint64_t peak = run.figures->peak();
        row.push_back(cell(peak));
        row.push_back(cell(run.process_bytes > peak ? run.process_bytes - peak : 0));
        table.rows.push_back(std::move(row));
    }
    return table;
}

} // namespace tunedesk::report
