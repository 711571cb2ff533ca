#include "run/corrections.h"

#include "base/error.h"
#include "base/text.h"
#include "data/corrected.h"
#include "plan/data_specs.h"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_map>

namespace tunedesk::run {

namespace {

using data::Table;
using report::PredictionTable;

/// How the file writes each class's label, learnt from the rows that the run tested: it may write ids where
/// the model has names.
class WrittenLabels {
public:
    WrittenLabels(const PredictionTable& predictions,
                  const std::unordered_map<std::uint64_t, const Table::Row*>& rows)
        : names_(predictions.names()), written_(names_.size()) {
        for (std::size_t i = 0; i < predictions.rows(); ++i) {
            const std::int32_t label = predictions.label(i);
            const auto row = rows.find(predictions.line(i));
            if (label >= 0 && row != rows.end())
                written_[static_cast<std::size_t>(label)] = row->second->label;
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

std::vector<data::LabelChange> changes_of(const PredictionTable& predictions, const Corrections& corrections,
                                          const std::vector<Table::Row>& rows, const fs::path& source) {
    std::unordered_map<std::uint64_t, const Table::Row*> by_line;
    for (const Table::Row& row : rows)
        by_line.emplace(row.line, &row);
    const WrittenLabels written(predictions, by_line);
    std::vector<data::LabelChange> changes;
    for (const auto& [row, label] : corrections) {
        const std::uint64_t line = predictions.line(row);
        const auto found = by_line.find(line);
        if (found == by_line.end() || found->second->text != predictions.text(row))
            throw Error(3119,
                        line == 0 ? "the predictions do not say which rows of the file they are"
                                  : "the file is not the one that the run tested: another text stands here",
                        fmt::format("{}:{}", source.string(), line),
                        "put the tested file back, or run again and correct its report");
        changes.push_back({line, written.of(label)});
    }
    return changes;
}

/// The source's file name without .gz or .zst.
std::string plain_name(const fs::path& source) {
    fs::path name = source.filename();
    const std::string extension = ascii_lower(name.extension().string());
    if (extension == ".gz" || extension == ".zst") name.replace_extension();
    return name.string();
}

} // namespace

fs::path tested_file(const Preset& preset) {
    return preset.data.test.empty() ? preset.data.train : preset.data.test;
}

ExportedCorrections export_corrections(const Preset& preset, const PredictionTable& predictions,
                                       const Corrections& corrections, const fs::path& folder) {
    const fs::path source = tested_file(preset);
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed) throw Error(5007, "cannot create the folder: " + failed.message(), folder.string());
    if (fs::equivalent(folder, source.parent_path(), failed))
        throw Error(5006, "the corrected table would replace the source", folder.string(),
                    "choose another folder");
    const data::TableSpec spec = plan::table_spec(preset, false);
    const data::CorrectedFile corrected =
        data::correct_labels(source, spec, [&](const std::vector<Table::Row>& rows) {
            return changes_of(predictions, corrections, rows, source);
        });
    std::string list = "file,row,old,new\n";
    for (const data::ChangedLabel& change : corrected.changes)
        list += fmt::format("{},{},{},{}\n", csv_field(source.string()), change.row, csv_field(change.before),
                            csv_field(change.after));
    ExportedCorrections written{folder / plain_name(source), folder / "corrections.csv",
                                corrected.changes.size()};
    write_file_atomically(written.table, corrected.text);
    write_file_atomically(written.list, list);
    return written;
}

Preset with_corrections(Preset preset, const fs::path& corrected) {
    (preset.data.test.empty() ? preset.data.train : preset.data.test) = fs::absolute(corrected).string();
    if (preset.name.size() <= 90) preset.name += " corrected";
    return preset;
}

} // namespace tunedesk::run
