// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/rows/guess.h"

#include "base/error.h"
#include "base/json.h"
#include "base/text.h"
#include "data/batch/sample.h"
#include "data/rows/csv.h"
#include "data/rows/row_sink.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>

namespace tunedesk::data {

namespace {

constexpr std::size_t most_guessed_columns = 64, most_values = 2000, longest_value = 4096;

/// Common names of columns and files in data sets, most significant first.
constexpr std::array text_names = {"text",    "sentence", "review", "content",  "message",     "body",
                                   "comment", "tweet",    "title",  "question", "description", "document"};
constexpr std::array label_names = {"label",  "labels", "class",  "category", "target", "sentiment",
                                    "intent", "topic",  "rating", "stars",    "y",      "tag"};

template <std::size_t N>
double name_bonus(const std::string& name, const std::array<const char*, N>& names) {
    const std::string lower = ascii_lower(name);
    for (std::size_t i = 0; i < N; ++i)
        if (lower == names[i]) return 2 - static_cast<double>(i) / N;
    for (const char* known : names)
        if (std::string_view(known).size() > 3 && lower.find(known) != std::string::npos) return 0.75;
    return 0;
}

bool is_number(const std::string& text) {
    if (text.empty()) return false;
    char* end = nullptr;
    std::strtod(text.c_str(), &end);
    return *end == '\0';
}

void measure(SampledColumn& column) {
    std::set<std::string_view> distinct;
    std::size_t bytes = 0, numbers = 0;
    for (const std::string& value : column.values) {
        distinct.insert(value);
        bytes += value.size();
        numbers += is_number(value);
    }
    const double count = std::max<double>(1, static_cast<double>(column.values.size()));
    column.distinct = distinct.size();
    column.mean_length = static_cast<double>(bytes) / count;
    column.number_share = static_cast<double>(numbers) / count;
}

void add_value(SampledColumn& column, std::string_view value) {
    if (!value.empty() && column.values.size() < most_values)
        column.values.emplace_back(value.substr(0, longest_value));
}

/// Reads column by column with training's reader, so that both see the same fields.
std::vector<SampledColumn> delimited_columns(std::string_view text, const Dialect& dialect,
                                             const std::string& where) {
    RowSink header(text, true);
    TableSpec nothing;
    nothing.text_column.clear();
    nothing.label_column.clear();
    read_delimited(text, dialect, nothing, where, header);
    std::vector<SampledColumn> columns;
    for (const std::string& name : header.columns) {
        if (name.empty()) continue;
        if (columns.size() == most_guessed_columns) break;
        SampledColumn& column = columns.emplace_back();
        column.name = name;
        TableSpec spec = nothing;
        spec.text_column = name;
        RowSink sink(text, true);
        read_delimited(text, dialect, spec, where, sink);
        for (const Table::Row& row : sink.rows)
            add_value(column, row.text);
    }
    return columns;
}

std::vector<SampledColumn> json_columns(std::string_view text) {
    std::vector<SampledColumn> columns;
    for (const std::string_view line : split(text, '\n')) {
        Json row;
        try {
            row = parse_json(line, "", ErrorId::row_not_json, {longest_value * most_guessed_columns, 64});
        } catch (const Error&) {
            continue; // such rows are reported when the whole file is read; the guess ignores them
        }
        if (!row.is_object()) continue;
        for (const auto& [name, value] : row.items()) {
            if (!value.is_primitive() || value.is_null()) continue;
            auto column = std::ranges::find(columns, name, &SampledColumn::name);
            if (column == columns.end()) {
                if (columns.size() == most_guessed_columns) continue;
                column = columns.insert(columns.end(), SampledColumn{name, {}, 0, 0, 0});
            }
            add_value(*column, value.is_string() ? value.get<std::string>() : value.dump());
        }
    }
    return columns;
}

/// Long values that are not numbers and rarely repeat are texts.
double text_score(const SampledColumn& column) {
    if (column.values.empty() || column.number_share > 0.5) return -1;
    const double repeats =
        1 - static_cast<double>(column.distinct) / static_cast<double>(column.values.size());
    return std::min(column.mean_length, 120.0) / 40 - repeats + name_bonus(column.name, text_names);
}

/// A few short values that repeat often are classes.
double label_score(const SampledColumn& column) {
    const std::size_t rows = column.values.size();
    if (column.distinct < 2 || column.mean_length > 60) return -1;
    const double bonus = name_bonus(column.name, label_names);
    if (bonus == 0 && column.distinct * 2 > rows) return -1;
    return bonus + 1 - static_cast<double>(column.distinct) / static_cast<double>(rows);
}

template <class Score>
std::string best_column(const std::vector<SampledColumn>& columns, const std::string& except, Score score) {
    std::string best;
    double highest = 0;
    for (const SampledColumn& column : columns) {
        const double value = score(column);
        if (column.name == except || value <= highest) continue;
        highest = value;
        best = column.name;
    }
    return best;
}

/// The file in the same folder with another role: val.csv or test.csv for train.csv, my-test.csv for
/// my-train.csv.
fs::path sibling(const fs::path& path, std::initializer_list<const char*> words) {
    const std::string name = path.filename().string();
    const std::size_t at = ascii_lower(name).find("train");
    if (at == std::string::npos) return {};
    const std::size_t length = ascii_lower(name).compare(at, 8, "training") == 0 ? 8 : 5;
    for (const char* word : words) {
        const fs::path candidate =
            path.parent_path() / (name.substr(0, at) + word + name.substr(at + length));
        std::error_code failed;
        if (fs::is_regular_file(candidate, failed)) return candidate;
    }
    return {};
}

} // namespace

Guess guess_columns(const fs::path& path, std::size_t sample_bytes) {
    const FileKind kind = kind_of_name(path);
    Guess guess;
    const Sample sample = read_sample(path, kind, sample_bytes);
    const std::string& text = sample.text;
    guess.whole = sample.whole;
    if (kind.format == Format::jsonl)
        guess.columns = json_columns(text);
    else
        guess.columns = delimited_columns(text, dialect_of(kind.format, text), path.string());
    for (SampledColumn& column : guess.columns)
        measure(column);
    guess.text_column = best_column(guess.columns, "", text_score);
    guess.label_column = best_column(guess.columns, guess.text_column, label_score);
    guess.validation = sibling(path, {"validation", "val", "valid", "dev"});
    guess.test = sibling(path, {"test"});
    return guess;
}

std::vector<std::pair<std::string, std::string>> flags_of(const Guess& guess) {
    std::vector<std::pair<std::string, std::string>> flags{{"text-column", guess.text_column},
                                                           {"label-column", guess.label_column},
                                                           {"validation", guess.validation.string()},
                                                           {"test", guess.test.string()}};
    std::erase_if(flags, [](const auto& flag) { return flag.second.empty(); });
    return flags;
}

} // namespace tunedesk::data
