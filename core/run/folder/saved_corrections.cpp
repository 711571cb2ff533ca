// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/folder/saved_corrections.h"

#include "base/error.h"
#include "base/files/file_lock.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/phrase.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace tunedesk::run {

namespace {

using report::PredictionTable;

constexpr std::uint64_t largest_corrections = 64u << 20;

struct Entry {
    std::uint64_t line = 0; ///< in the tested file; 0 if the predictions have no lines
    std::uint64_t row = 0;  ///< index in the predictions when it was corrected
    std::string text_hash, from, to;

    /// Identifies the row of a correction.
    auto key() const { return std::tuple(line, line == 0 ? row : 0, text_hash); }
};

std::uint64_t count_field(const Json& object, const char* name) {
    return static_cast<std::uint64_t>(std::max<std::int64_t>(0, whole_field(object, name)));
}

using Entries = std::map<decltype(Entry().key()), Entry>;

fs::path file_of(const event::RunFolder& run) {
    return state_home() / "corrections" / (run.identity() + ".json");
}

std::string hash_of(const PredictionTable& predictions, std::size_t row) {
    ContentHash hash;
    hash.update(predictions.text(row));
    if (predictions.has_pairs()) hash.update("\n").update(predictions.pair(row));
    return hash.hex();
}

std::vector<Entry> parse_entries(const fs::path& file) {
    const Json json = parse_json(read_file(file, ErrorId::corrections_damaged, largest_corrections),
                                 file.string(), ErrorId::corrections_damaged);
    const auto list = json.is_object() ? json.find("corrections") : json.end();
    if (list == json.end() || !list->is_array())
        throw Error(ErrorId::corrections_damaged,
                    {TUNEDESK_TRANSLATABLE("ErrorDetail", "the list of corrections is missing")},
                    file.string());
    std::vector<Entry> entries;
    for (const Json& each : *list) {
        if (!each.is_object())
            throw Error(ErrorId::corrections_damaged,
                        {TUNEDESK_TRANSLATABLE("ErrorDetail", "a correction is not an object")},
                        file.string());
        entries.push_back({count_field(each, "line"), count_field(each, "row"), text_field(each, "text"),
                           text_field(each, "from"), text_field(each, "to")});
    }
    return entries;
}

std::vector<Entry> read_entries(const fs::path& file) {
    std::error_code failed;
    if (!fs::exists(file, failed)) return {};
    try {
        return parse_entries(file);
    } catch (Error& error) {
        throw error.with_kept(
            TUNEDESK_TRANSLATABLE("ErrorDetail", "the damaged file, which the next correction sets aside"));
    }
}

/// A damaged file is renamed and kept for its user; its entries are lost to the program.
std::vector<Entry> entries_or_set_aside(const fs::path& file) {
    try {
        return read_entries(file);
    } catch (const Error&) {
        fs::rename(file, file.string() + ".damaged");
        return {};
    }
}

void write_entries(const fs::path& file, const event::RunFolder& run, const Entries& entries) {
    Json list = Json::array();
    for (const auto& [key, entry] : entries)
        list.push_back({{"line", entry.line},
                        {"row", entry.row},
                        {"text", entry.text_hash},
                        {"from", entry.from},
                        {"to", entry.to}});
    const Json json = {{"run", run.root.string()}, {"corrections", std::move(list)}};
    write_file_atomically(file, json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
}

/// Finds the rows of saved corrections in a run's predictions.
class RowFinder {
public:
    explicit RowFinder(const PredictionTable& predictions) : predictions_(predictions) {}

    std::optional<std::uint32_t> row_of(const Entry& entry) {
        if (fits(entry, entry.row)) return static_cast<std::uint32_t>(entry.row);
        if (entry.line == 0) return std::nullopt;
        if (by_line_.empty())
            for (std::uint32_t row = 0; row < predictions_.rows(); ++row)
                by_line_.emplace(predictions_.line(row), row);
        const auto found = by_line_.find(entry.line);
        if (found == by_line_.end() || !fits(entry, found->second)) return std::nullopt;
        return found->second;
    }

    std::optional<std::int32_t> class_of(const std::string& name) const {
        const auto& names = predictions_.names();
        const auto found = std::find(names.begin(), names.end(), name);
        if (found == names.end()) return std::nullopt;
        return static_cast<std::int32_t>(found - names.begin());
    }

private:
    bool fits(const Entry& entry, std::uint64_t row) const {
        return row < predictions_.rows() && predictions_.line(row) == entry.line &&
               hash_of(predictions_, row) == entry.text_hash;
    }

    const PredictionTable& predictions_;
    std::unordered_map<std::uint64_t, std::uint32_t> by_line_;
};

std::string name_of_class(const PredictionTable& predictions, std::int32_t id) {
    return id < 0 ? std::string() : predictions.names().at(static_cast<std::size_t>(id));
}

} // namespace

SavedCorrections read_corrections(const event::RunFolder& run, const PredictionTable& predictions) {
    SavedCorrections saved;
    RowFinder finder(predictions);
    for (const Entry& entry : read_entries(file_of(run))) {
        const auto row = finder.row_of(entry);
        const auto to = finder.class_of(entry.to);
        if (!row || !to)
            ++saved.unmatched;
        else if (predictions.label(*row) != *to)
            saved.corrections[*row] = *to;
        else // it was confirmed, or the file already has the label
            saved.kept.insert(*row);
    }
    return saved;
}

void save_corrections(const event::RunFolder& run, const PredictionTable& predictions,
                      const CorrectionChanges& changes) {
    if (changes.empty()) return;
    const fs::path file = file_of(run);
    const FileLock lock = FileLock::take(fs::path(file).replace_extension(".lock"));
    Entries entries;
    for (Entry& entry : entries_or_set_aside(file))
        entries.insert_or_assign(entry.key(), std::move(entry));
    for (const auto& [row, to] : changes) {
        const Entry changed{predictions.line(row), row, hash_of(predictions, row),
                            name_of_class(predictions, predictions.label(row)),
                            name_of_class(predictions, to.value_or(-1))};
        if (to)
            entries.insert_or_assign(changed.key(), changed);
        else
            entries.erase(changed.key());
    }
    write_entries(file, run, entries);
}

} // namespace tunedesk::run
