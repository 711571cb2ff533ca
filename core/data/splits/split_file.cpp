// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/splits/split_file.h"

#include "base/activity.h"
#include "base/error.h"
#include "base/text.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <optional>

namespace tunedesk::data {

namespace {

constexpr std::uint64_t largest_file = std::uint64_t{1} << 30;
constexpr std::string_view header = "line,split";
constexpr const char* part_names[] = {"train", "validation", "test"};
enum Part : std::uint8_t { train_part, validation_part, test_part, no_part };

std::vector<std::uint32_t>& rows_of(RowSplit& split, Part part) {
    return part == train_part ? split.train : part == validation_part ? split.validation : split.test;
}

/// The lines of a text, without their line ends.
class Lines {
public:
    explicit Lines(std::string_view text) : rest_(text) {}

    bool next(std::string_view& line) {
        if (rest_.empty()) return false;
        const std::size_t end = rest_.find('\n');
        line = rest_.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
        ++number_;
        return true;
    }
    std::uint64_t number() const { return number_; }

private:
    std::string_view rest_;
    std::uint64_t number_ = 0;
};

struct Entry {
    std::uint64_t line = 0;
    Part part = no_part;
};

std::optional<Entry> parse_entry(std::string_view text) {
    Entry entry;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), entry.line);
    const std::string_view rest = text.substr(static_cast<std::size_t>(end - text.data()));
    if (status != std::errc() || !rest.starts_with(',')) return std::nullopt;
    for (std::uint8_t part = train_part; part < no_part; ++part)
        if (rest.substr(1) == part_names[part]) entry.part = static_cast<Part>(part);
    return entry.part == no_part ? std::nullopt : std::optional(entry);
}

} // namespace

std::string split_file_text(const Table& table, const RowSplit& split) {
    std::vector<Part> parts(table.rows().size(), no_part);
    for (const std::uint32_t row : split.train)
        parts[row] = train_part;
    for (const std::uint32_t row : split.validation)
        parts[row] = validation_part;
    for (const std::uint32_t row : split.test)
        parts[row] = test_part;
    std::string text = std::string(header) + "\n";
    for (std::size_t row = 0; row < parts.size(); ++row)
        if (parts[row] != no_part)
            text += fmt::format("{},{}\n", table.rows()[row].line, part_names[parts[row]]);
    return text;
}

RowSplit read_split_file(const fs::path& path, const Table& table) {
    const std::string text = [&] {
        const activity::Waiting waiting(activity::Wait::disk);
        return read_file(path, ErrorId::split_file_unreadable, largest_file);
    }();
    Lines lines(text);
    const auto fail = [&](ErrorId id, std::vector<std::string> values = {}) {
        throw Error(id, std::move(values),
                    fmt::format("{}:{}", path.string(), std::max<std::uint64_t>(lines.number(), 1)));
    };
    std::string_view line;
    if (!lines.next(line) || line != header) fail(ErrorId::split_file_header_invalid);
    const auto& rows = table.rows();
    std::vector<Part> parts(rows.size(), no_part);
    while (lines.next(line)) {
        if (line.empty()) continue;
        const auto entry = parse_entry(line);
        if (!entry) fail(ErrorId::split_file_line_invalid);
        const auto found =
            std::lower_bound(rows.begin(), rows.end(), entry->line,
                             [](const Table::Row& row, std::uint64_t wanted) { return row.line < wanted; });
        if (found == rows.end() || found->line != entry->line)
            fail(ErrorId::split_file_row_unknown, {fmt::to_string(entry->line), table.path().string()});
        Part& part = parts[static_cast<std::size_t>(found - rows.begin())];
        if (part != no_part) fail(ErrorId::split_file_row_repeated, {fmt::to_string(entry->line)});
        part = entry->part;
    }
    RowSplit split;
    for (std::uint32_t row = 0; row < parts.size(); ++row) {
        if (parts[row] == no_part)
            throw Error(ErrorId::split_file_row_missing,
                        {fmt::to_string(rows[row].line), table.path().string()}, path.string());
        rows_of(split, parts[row]).push_back(row);
    }
    return split;
}

} // namespace tunedesk::data
