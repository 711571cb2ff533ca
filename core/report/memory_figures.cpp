#include "report/memory_figures.h"

#include "base/text.h"

#include <algorithm>
#include <numeric>

namespace tunedesk::report {

namespace {

Json json_of(const MemoryFigures::Bytes& bytes) {
    Json json = Json::object();
    for (std::size_t part = 0; part < memory_parts.size(); ++part)
        json[memory_parts[part]] = bytes[part];
    return json;
}

void take(const Json& json, const char* name, MemoryFigures::Bytes& into) {
    const auto found = json.find(name);
    if (found == json.end() || !found->is_object()) return;
    for (std::size_t part = 0; part < memory_parts.size(); ++part)
        if (const auto value = found->find(memory_parts[part]);
            value != found->end() && value->is_number_unsigned())
            into[part] = value->get<std::uint64_t>();
}

std::string cell(std::uint64_t bytes) {
    return bytes == 0 ? "-" : human_bytes(bytes);
}

} // namespace

std::uint64_t sum(const MemoryFigures::Bytes& bytes) {
    return std::accumulate(bytes.begin(), bytes.end(), std::uint64_t{0});
}

std::uint64_t MemoryFigures::peak() const {
    std::uint64_t largest = 0;
    for (const Bytes& phase : phases)
        largest = std::max(largest, sum(phase));
    return largest;
}

Json to_json(const MemoryFigures& figures) {
    Json json{{"parts", json_of(figures.parts)}, {"phases", Json::object()}};
    for (std::size_t phase = 0; phase < memory_phases.size(); ++phase)
        json["phases"][memory_phases[phase]] = json_of(figures.phases[phase]);
    return json;
}

MemoryFigures parse_memory_figures(const Json& json) {
    MemoryFigures figures;
    if (!json.is_object()) return figures;
    take(json, "parts", figures.parts);
    const auto phases = json.find("phases");
    if (phases == json.end() || !phases->is_object()) return figures;
    for (std::size_t phase = 0; phase < memory_phases.size(); ++phase)
        take(*phases, memory_phases[phase], figures.phases[phase]);
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
