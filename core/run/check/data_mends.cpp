// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/check/data_mends.h"

#include "base/error.h"
#include "base/text.h"
#include "data/files/corrected.h"
#include "data/files/source.h"
#include "data/files/without_rows.h"
#include "data/rows/csv.h"
#include "plan/data_specs.h"

#include <algorithm>
#include <set>
#include <unordered_set>

namespace tunedesk::run {

namespace {

using data::Table;
using Rows = std::vector<Table::Row>;

const std::string& split_file(const Preset& preset, const std::string& split) {
    if (split == "validation" && !preset.data.validation.empty()) return preset.data.validation;
    if (split == "test" && !preset.data.test.empty()) return preset.data.test;
    return preset.data.train;
}

std::string split_key(const Preset& preset, const std::string& split) {
    return &split_file(preset, split) == &preset.data.train ? "data.train" : "data." + split;
}

/// Beside the source, decompressed, under a name that is not taken: train.mended.csv.
fs::path mended_copy(const fs::path& source) {
    fs::path name = source.filename();
    const std::string packed = ascii_lower(name.extension().string());
    if (packed == ".gz" || packed == ".zst") name.replace_extension();
    const std::string extension = name.extension().string();
    std::string stem = name.stem().string();
    if (const std::size_t at = stem.rfind(".mended"); at != std::string::npos) stem.erase(at);
    stem += ".mended";
    fs::path copy = source.parent_path() / (stem + extension);
    std::error_code none;
    for (int number = 2; fs::exists(fs::symlink_status(copy, none)); ++number)
        copy = source.parent_path() / (stem + "-" + std::to_string(number) + extension);
    return copy;
}

void require_change(const MendedData& mended, const std::string& file) {
    if (mended.rows == 0) throw Error(ErrorId::mend_outdated, {}, file);
}

/// Text and second text of a row as one key.
std::string row_content(const Table::Row& row) {
    return std::string(row.text) + '\0' + std::string(row.pair);
}

data::TableSpec spec_of(const Preset& preset) {
    data::TableSpec spec = plan::table_spec(preset, true);
    spec.skip_bad_rows = true;
    return spec;
}

MendedData write_without(const Preset& preset, const std::string& split,
                         const std::function<std::set<std::uint64_t>(const Rows&)>& dropped) {
    const fs::path file = split_file(preset, split);
    MendedData mended;
    const std::string text = data::without_rows(file, spec_of(preset), [&](const Rows& rows) {
        const std::set<std::uint64_t> lines = dropped(rows);
        mended.rows = static_cast<std::uint64_t>(
            std::ranges::count_if(rows, [&](const Table::Row& row) { return lines.contains(row.line); }));
        return lines;
    });
    require_change(mended, file.string());
    const fs::path copy = mended_copy(file);
    write_file_atomically(copy, text);
    mended.files.push_back({split_key(preset, split), copy});
    return mended;
}

} // namespace

std::string MendedData::names() const {
    std::string text;
    for (const File& file : files)
        text += (text.empty() ? "" : ", ") + file.copy.filename().string();
    return text;
}

MendedData merge_labels(const Preset& preset, const std::vector<std::string>& labels,
                        const std::string& into) {
    const std::set<std::string, std::less<>> merged(labels.begin(), labels.end());
    MendedData mended;
    std::set<std::string> done; // a file may serve two splits
    for (const auto& [key, file] :
         {std::pair("data.train", preset.data.train), std::pair("data.validation", preset.data.validation),
          std::pair("data.test", preset.data.test)}) {
        if (file.empty() || !done.insert(file).second) continue;
        bool has_labels = true;
        const auto changes = [&](const Rows& rows) {
            std::vector<data::LabelChange> list;
            for (const Table::Row& row : rows)
                if (row.label != into && merged.contains(row.label)) list.push_back({row.line, into});
            return list;
        };
        data::CorrectedFile corrected;
        try {
            corrected = data::correct_labels(file, spec_of(preset), changes);
        } catch (const Error& error) {
            has_labels = !error.is(ErrorId::label_change_refused); // a test file may have none
            if (has_labels) throw;
        }
        if (!has_labels || corrected.changes.empty()) continue;
        const fs::path copy = mended_copy(file);
        write_file_atomically(copy, corrected.text);
        mended.rows += corrected.changes.size();
        for (const auto& [other, same] :
             {std::pair("data.train", preset.data.train),
              std::pair("data.validation", preset.data.validation), std::pair("data.test", preset.data.test)})
            if (same == file) mended.files.push_back({other, copy});
    }
    require_change(mended, preset.data.train);
    return mended;
}

MendedData remove_leaks(const Preset& preset, const std::string& split, const std::string& of_split) {
    const std::string &file = split_file(preset, split), &other = split_file(preset, of_split);
    std::unordered_set<std::string> seen;
    if (file != other) {
        const Table table = data::read_table(other, spec_of(preset));
        for (const Table::Row& row : table.rows())
            seen.insert(row_content(row));
    }
    return write_without(preset, split, [&](const Rows& rows) {
        std::set<std::uint64_t> lines;
        for (const Table::Row& row : rows) {
            const bool is_known =
                file == other ? !seen.insert(row_content(row)).second : seen.contains(row_content(row));
            if (is_known) lines.insert(row.line);
        }
        return lines;
    });
}

MendedData remove_lines(const Preset& preset, const std::string& split,
                        const std::vector<std::uint64_t>& lines) {
    return write_without(preset, split,
                         [&](const Rows&) { return std::set<std::uint64_t>(lines.begin(), lines.end()); });
}

fs::path add_header(const fs::path& file, const std::vector<std::string>& names) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    const data::FileKind kind = data::kind_of_name(file);
    const data::Source source = data::read_source(file, kind);
    std::string_view rows = source.bytes.text();
    const char delimiter = data::dialect_of(kind.format, rows).delimiter;
    if (rows.starts_with(byte_order_mark)) rows.remove_prefix(byte_order_mark.size());
    std::string text;
    for (const std::string& name : names) {
        if (!text.empty()) text += delimiter;
        text += csv_field(name);
    }
    text += '\n';
    text += rows;
    const fs::path copy = mended_copy(file);
    write_file_atomically(copy, text);
    return copy;
}

} // namespace tunedesk::run
