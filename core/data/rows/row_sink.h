// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/files/text_scan.h"
#include "data/rows/table.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tunedesk::data {

inline constexpr std::size_t max_field_bytes = std::size_t{16} << 20;
inline constexpr std::size_t max_columns = 4096;
inline constexpr std::size_t most_listed_rejections = 1000; ///< rejected rows kept with their reasons

/// Memory for fields that had to be rewritten (such as unescaped ones); freed as a whole.
class FieldArena {
public:
    /// Returns `bytes` of memory to write to; keep() then keeps the first of them.
    char* room(std::size_t bytes);
    std::string_view keep(std::size_t bytes);
    /// Keeps a copy of a text.
    std::string_view copy(std::string_view text);
    /// Takes over the memory of another arena.
    void adopt(FieldArena&& other);

private:
    std::vector<std::unique_ptr<char[]>> blocks_;
    std::size_t used_ = 0, capacity_ = 0;
};

/// Takes a reader's rows and counts each one as used or rejected, with its place. The readers of all formats
/// share it, so the rules that hold for every row are here: no NUL, UTF-8, text and label not empty and not
/// of white space alone.
class RowSink {
public:
    /// A field of the row that is about to be used.
    struct Value {
        std::string_view text;
        bool wanted = false;
        std::string_view raw = {}; ///< as it stands in the file, without quotes around it
        bool may_be_blank = false; ///< a list without labels, a second text that stands beside the first
    };
    /// Where a used row's label stands in the file, and which row it is, from 1, rejected ones counted too.
    struct LabelPlace {
        std::string_view raw;
        std::uint64_t row = 0;
    };

    /// `text`: all bytes of the file after its byte order mark. `lone_cr`: a CR alone ends a line.
    RowSink(std::string_view text, bool lone_cr);
    /// For the rows from `begin` on, whose line counts as 1; `scan` is of all of `text`.
    RowSink(std::string_view text, bool lone_cr, const TextScan& scan, const char* begin);

    /// Uses the row [begin, end) or rejects it.
    void use(const char* begin, const char* end, Value text, Value pair, Value label, Value negative);
    /// Rejects the row that begins at `begin`; `at` is the fault's place, not before it.
    void reject(const char* begin, const char* at, RowFault fault);
    /// Rejects the row [begin, end) where it holds a NUL or bad UTF-8.
    bool reject_bad_bytes(const char* begin, const char* end);

    /// The line of a place not before the last row.
    std::uint64_t line_of(const char* at) { return lines_.line(offset(at)); }
    /// Adds the rows of the sink that read on at line `first_line`, and its arena.
    void append(RowSink&& next, std::uint64_t first_line);

    FieldArena arena;
    std::vector<Table::Row> rows;
    RowLists<ByteSpan> words; ///< of rows that are lists of words; see Table::Row
    std::vector<Rejected> rejected;
    std::uint64_t rejected_count = 0;
    std::vector<std::string> columns;
    bool has_label = false;                          ///< the label column was found
    std::vector<LabelPlace>* label_places = nullptr; ///< gets one for each of `rows`

private:
    std::size_t offset(const char* at) const { return static_cast<std::size_t>(at - text_.data()); }

    std::string_view text_;
    TextScan scan_;
    LineCounter lines_;
};

/// Whether a text is empty or of white space alone, as tokenizers see it: it has no token of its own.
bool is_blank(std::string_view text);

/// Throws Error 3103, or 3126 (naming the nearest): the column is not there; lists those that are.
[[noreturn]] void fail_missing_column(const std::string& column, const std::vector<std::string>& present,
                                      const std::string& where);

} // namespace tunedesk::data
