// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/folder/corrections.h"

#include "base/error.h"
#include "base/json.h"
#include "base/text.h"
#include "data/files/corrected.h"
#include "data/splits/split_file.h"
#include "event/folder/run_folder.h"
#include "plan/data_specs.h"
#include "preset/yaml/load.h"
#include "run/folder/preset_place.h"
#include "run/folder/preset_source.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace tunedesk::run {

namespace {

using data::Table;
using report::PredictionTable;

/// How the file writes each class's label, derived from the tested rows: it may have ids where the model has
/// names.
class WrittenLabels {
public:
    WrittenLabels(std::span<const TestedCorrections> tested,
                  const std::unordered_map<std::uint64_t, const Table::Row*>& rows)
        : names_(tested.front().predictions->names()), written_(names_.size()) {
        for (const TestedCorrections& one : tested)
            for (std::size_t i = 0; i < one.predictions->rows(); ++i) {
                const std::int32_t label = one.predictions->label(i);
                const auto row = rows.find(one.predictions->line(i));
                if (label >= 0 && row != rows.end())
                    written_.at(static_cast<std::size_t>(label)) = row->second->label;
            }
    }

    std::string of(std::int32_t label) const {
        const auto id = static_cast<std::size_t>(label);
        if (!written_[id].empty()) return std::string(written_[id]);
        for (std::size_t other = 0; other < names_.size(); ++other)
            if (!written_[other].empty() && written_[other] != names_[other]) return std::to_string(label);
        return names_[id];
    }

private:
    const std::vector<std::string>& names_;
    std::vector<std::string_view> written_;
};

/// A row that several runs tested is changed once, according to the first of them.
std::vector<data::LabelChange> changes_of(std::span<const TestedCorrections> tested,
                                          const std::vector<Table::Row>& rows, const fs::path& source) {
    std::unordered_map<std::uint64_t, const Table::Row*> by_line;
    for (const Table::Row& row : rows)
        by_line.emplace(row.line, &row);
    const WrittenLabels written(tested, by_line);
    std::vector<data::LabelChange> changes;
    std::unordered_set<std::uint64_t> changed;
    for (const TestedCorrections& one : tested)
        for (const auto& [row, label] : *one.corrections) {
            const std::uint64_t line = one.predictions->line(row);
            const auto found = by_line.find(line);
            if (found == by_line.end() || found->second->text != one.predictions->text(row))
                throw Error(line == 0 ? ErrorId::predictions_without_lines : ErrorId::tested_file_changed, {},
                            fmt::format("{}:{}", source.string(), line));
            if (changed.insert(line).second) changes.push_back({line, written.of(label)});
        }
    return changes;
}

constexpr const char* list_name = "corrections.csv";
constexpr const char* split_name = "split.csv";
constexpr const char* origin_name = "origin.json";
constexpr std::uint64_t largest_origin = 64u << 10;

/// The source's file name without .gz or .zst, made distinct from existing names.
std::string plain_name(const fs::path& source) {
    fs::path name = source.filename();
    const std::string extension = ascii_lower(name.extension().string());
    if (extension == ".gz" || extension == ".zst") name.replace_extension();
    const bool is_taken = name == list_name || name == split_name || name == origin_name;
    return is_taken ? "rows-" + name.string() : name.string();
}

/// The split that the run made of its source.
data::RowSplit split_of_run(const Preset& preset, const PredictionTable& predictions, const Table& table) {
    // The order of classes determines the split; the predictions have the run's order.
    const auto labels = data::label_ids(table, data::make_label_map(table, predictions.names()));
    data::RowSplit split = plan::split_rows(preset, table, labels).value_or(data::RowSplit());
    std::vector<std::uint64_t> tested, cut;
    for (std::size_t row = 0; row < predictions.rows(); ++row)
        tested.push_back(predictions.line(row));
    for (const std::uint32_t row : split.test)
        cut.push_back(table.rows()[row].line);
    std::sort(tested.begin(), tested.end());
    if (tested != cut) throw Error(ErrorId::run_split_not_kept, {}, table.path().string());
    return split;
}

/// The same split for the corrected table, whose rows may begin at other lines.
std::string split_text(const data::RowSplit& split, const Table& source, const Table& corrected) {
    if (corrected.rows().size() != source.rows().size())
        throw Error(ErrorId::corrected_rows_changed, {}, corrected.path().string());
    return data::split_file_text(corrected, split);
}

} // namespace

fs::path tested_file(const Preset& preset) {
    return preset.data.test.empty() ? preset.data.train : preset.data.test;
}

ExportedCorrections export_corrections(const Preset& preset, const PredictionTable& predictions,
                                       const Corrections& corrections, const fs::path& folder,
                                       std::span<const TestedCorrections> others) {
    const fs::path source = tested_file(preset);
    std::error_code failed;
    if (fs::equivalent(folder, source.parent_path(), failed))
        throw Error(ErrorId::corrected_table_replaces_source, {}, folder.string());
    std::vector<TestedCorrections> tested{{&predictions, &corrections}};
    tested.insert(tested.end(), others.begin(), others.end());
    const data::TableSpec spec = plan::table_spec(preset, false);
    const data::CorrectedFile corrected = data::correct_labels(
        source, spec, [&](const std::vector<Table::Row>& rows) { return changes_of(tested, rows, source); });
    std::optional<Table> table;
    data::RowSplit split;
    if (preset.data.test.empty()) {
        table = data::read_table(source, spec);
        split = split_of_run(preset, predictions, *table);
    }
    std::string list = "file,row,old,new\n";
    for (const data::ChangedLabel& change : corrected.changes)
        list += fmt::format("{},{},{},{}\n", csv_field(source.string()), change.row, csv_field(change.before),
                            csv_field(change.after));
    make_folders(folder, ErrorId::folder_not_created);
    ExportedCorrections written{
        folder / plain_name(source), folder / list_name, {}, corrected.changes.size()};
    write_file_atomically(written.table, corrected.text);
    write_file_atomically(written.list, list);
    if (!table) return written;
    written.split_file = folder / split_name;
    write_file_atomically(written.split_file,
                          split_text(split, *table, data::read_table(written.table, spec)));
    return written;
}

Preset with_corrections(Preset preset, const ExportedCorrections& exported) {
    (preset.data.test.empty() ? preset.data.train : preset.data.test) = fs::absolute(exported.table).string();
    if (!exported.split_file.empty()) preset.data.split_file = fs::absolute(exported.split_file).string();
    if (preset.name.size() <= 90) preset.name += " corrected";
    return preset;
}

namespace {

/// The folder of the run's preset, outside of runs: earlier versions put copies inside of runs.
fs::path home_of_copies(const fs::path& run) {
    fs::path home = preset_folder_of(run);
    for (fs::path above = home; above.has_relative_path(); above = above.parent_path()) {
        const event::RunFolder folder{above};
        // A folder of presets may also have a preset.yaml; a run also has a journal.
        if (folder.holds_run() && fs::exists(folder.journal())) home = preset_folder_of(above);
    }
    return home;
}

} // namespace

CorrectedCopy copy_with_corrections(const fs::path& folder, const PredictionTable& predictions,
                                    const Corrections& corrections, bool with_preset,
                                    std::span<const TestedCorrections> others) {
    fs::path run = fs::absolute(folder).lexically_normal();
    if (!run.has_filename()) run = run.parent_path(); // "RUN/"
    const Preset preset = preset::load_draft(event::RunFolder{run}.preset()).loaded.preset;
    const fs::path home = home_of_copies(run);
    const std::string stem = run.filename().string() + "-corrected";
    CorrectedCopy copy{
        export_corrections(preset, predictions, corrections, unused_name(home, stem, ""), others), {}};
    const Json origin = {{"run", run.string()}, {"corrected", copy.files.changed}};
    write_file_atomically(copy.files.table.parent_path() / origin_name,
                          origin.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
    if (!with_preset) return copy;
    copy.preset = unused_name(home, copy.files.table.parent_path().filename().string(), ".yaml");
    write_file_atomically(copy.preset, text_of_copy({run}, with_corrections(preset, copy.files), home));
    return copy;
}

std::optional<CorrectedFrom> corrected_from(const Preset& preset) {
    const fs::path file = tested_file(preset).parent_path() / origin_name;
    std::error_code failed;
    if (!fs::is_regular_file(file, failed)) return std::nullopt;
    try {
        const Json origin = parse_json(read_file(file, ErrorId::corrections_damaged, largest_origin),
                                       file.string(), ErrorId::corrections_damaged);
        if (!origin.is_object()) return std::nullopt;
        const std::int64_t count = whole_field(origin, "corrected");
        CorrectedFrom found{text_field(origin, "run"),
                            static_cast<std::size_t>(std::max<std::int64_t>(0, count))};
        if (found.run.empty() || found.labels == 0) return std::nullopt;
        return found;
    } catch (const Error&) { // a file of that name from another program
        return std::nullopt;
    }
}

} // namespace tunedesk::run
