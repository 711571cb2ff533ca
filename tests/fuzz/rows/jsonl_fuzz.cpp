// SPDX-License-Identifier: GPL-3.0-or-later
// JSON Lines: every line counted, and the scanner takes what nlohmann's parser takes.
#include "base/json.h"
#include "base/text.h"
#include "data/files/json_array.h"
#include "data/rows/json_scanner.h"
#include "data/rows/jsonl.h"

#include "fuzz/replay.h"

#include <cstring>
#include <string>

using namespace tunedesk;
using namespace tunedesk::data;

namespace {

void compare_with_library(std::string_view line) {
    // The scanner is given UTF-8 without NUL; the library ends at a NUL and skips a mark.
    if (find_text_fault(line) || line.starts_with("\xEF\xBB\xBF")) return;
    JsonScanner scanner(line);
    JsonScanner::Value value;
    const bool ours = scanner.value(value) && scanner.finished();
    using Kind = RowFault::Kind;
    if (!ours && (scanner.fault() == Kind::deep_nesting || scanner.fault() == Kind::nul_escape))
        return; // stricter on purpose
    Json parsed;
    try {
        parsed = Json::parse(line);
    } catch (const Json::out_of_range&) {
        return; // a number beyond double, which stays text here
    } catch (const Json::exception&) {
        if (ours) throw std::logic_error("accepted what is no JSON: " + std::string(line));
        return;
    }
    if (!ours) throw std::logic_error("refused JSON: " + std::string(line));
    if (!parsed.is_string()) return;
    std::string text(value.raw.size(), '\0');
    text.resize(unescape_json(value.raw, text.data()));
    if (text != parsed.get<std::string>()) throw std::logic_error("another string: " + std::string(line));
}

/// The lines of an array are its elements.
void compare_array(std::string_view text) {
    if (find_text_fault(text) || !begins_object_array(text)) return;
    Json parsed;
    try {
        parsed = Json::parse(text);
    } catch (const Json::exception&) {
        parsed = Json();
    }
    std::string lines(text);
    try {
        json_array_to_lines(lines, true, "array");
    } catch (const Error&) {
        if (parsed.is_array()) throw std::logic_error("refused an array: " + std::string(text));
        return;
    }
    if (!parsed.is_array()) return; // its broken elements are rejected as rows
    if (lines.starts_with("\xEF\xBB\xBF")) lines.erase(0, 3);
    std::size_t element = 0;
    for (const std::string_view line : split(lines, '\n'))
        if (!trimmed(line).empty() && (element == parsed.size() || Json::parse(line) != parsed[element++]))
            throw std::logic_error("another element: " + std::string(line));
    if (element != parsed.size()) throw std::logic_error("elements are missing: " + std::string(text));
}

/// Whether it may be a file whose lines end with CR alone, which is refused as a whole.
bool has_lone_line_ends(std::string_view text) {
    return text.find('\n') == std::string_view::npos && text.find("}") < text.rfind('\r') &&
           text.find('\r') < text.rfind('{');
}

int fuzz_one(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    std::uint64_t lines = 0;
    for (const std::string_view line : split(text, '\n')) {
        lines += line.find_first_not_of(" \t\r") != std::string_view::npos;
        compare_with_library(line);
        // Strings are compared by value only when they stand alone.
        const std::size_t open = line.find('"'), close = line.find('"', open + 1);
        if (open != std::string_view::npos && close != std::string_view::npos)
            compare_with_library(line.substr(open, close - open + 1));
    }
    compare_array(text);
    RowSink sink(text, false);
    try {
        TableSpec spec;
        spec.text_pair_column = size % 2 ? "pair" : "";
        spec.label_optional = size % 3 == 0;
        read_jsonl(text, spec, "fuzz", sink);
    } catch (const Error& error) {
        if (has_lone_line_ends(text) && error.is(ErrorId::data_unreadable)) return 0;
        if (!error.is(ErrorId::column_missing) && !error.is(ErrorId::column_misspelled)) throw;
    }
    if (sink.rows.size() + sink.rejected_count != lines) throw std::logic_error("lines were lost");
    for (const Table::Row& row : sink.rows)
        if (row.text.empty() || find_invalid_utf8(row.text) || row.text.find('\0') != std::string_view::npos)
            throw std::logic_error("a bad text was used");
    for (const Rejected& row : sink.rejected)
        if (row.line == 0 || row.column == 0 || sentence(row.fault).empty())
            throw std::logic_error("no place");
    return 0;
}

int reader(const std::uint8_t* data, std::size_t size) try {
    RowSink sink({reinterpret_cast<const char*>(data), size}, false);
    read_jsonl({reinterpret_cast<const char*>(data), size}, {}, "fuzz", sink);
    return 0;
} catch (const Error&) {
    return 0;
}

} // namespace

class JsonlFuzz : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // FAULTS 37, 49
    void corpus() { replay("jsonl", 8000, fuzz_one, {Grammar::json_lines, reader}); }
};

QTEST_GUILESS_MAIN(JsonlFuzz)
#include "jsonl_fuzz.moc"
