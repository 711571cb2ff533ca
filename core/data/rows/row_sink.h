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

/// Receives a reader's rows and counts each as used or rejected, with its position. Shared by the readers of
/// all formats, it checks the rules for all rows: no NUL, valid UTF-8, text and label not blank.
class RowSink {
public:
    /// A field of a row.
    struct Value {
        std::string_view text;
        bool wanted = false;
        std::string_view raw = {}; ///< as in the file, without surrounding quotes
        bool may_be_blank = false; ///< a list without labels, or a second text that is optional
    };
    /// Position of a used row's label in the file, and the row's number from 1, including rejected rows.
    struct LabelPlace {
        std::string_view raw;
        std::uint64_t row = 0;
    };

    /// `text`: all bytes of the file after its byte order mark. `lone_cr`: a single CR ends a line.
    RowSink(std::string_view text, bool lone_cr);
    /// For the rows from `begin` on, whose line counts as 1; `scan` is that of all of `text`.
    RowSink(std::string_view text, bool lone_cr, const TextScan& scan, const char* begin);

    /// Uses the row [begin, end) or rejects it.
    void use(const char* begin, const char* end, Value text, Value pair, Value label, Value negative);
    /// Rejects the row that begins at `begin`; `at`, not before it, is the position of the fault.
    void reject(const char* begin, const char* at, RowFault fault);
    /// Rejects the row [begin, end) if it contains a NUL or invalid UTF-8; returns whether it did.
    bool reject_bad_bytes(const char* begin, const char* end);

    /// The line of a position that is not before the last row.
    std::uint64_t line_of(const char* at) { return lines_.line(offset(at)); }
    /// Appends the rows of the sink that continued at line `first_line`, and its arena.
    void append(RowSink&& next, std::uint64_t first_line);

    FieldArena arena;
    std::vector<Table::Row> rows;
    RowLists<ByteSpan> words; ///< for rows that are lists of words; see Table::Row
    std::vector<Rejected> rejected;
    std::uint64_t rejected_count = 0;
    std::vector<std::string> columns;
    bool has_label = false;                          ///< the label column was found
    std::vector<LabelPlace>* label_places = nullptr; ///< if not null, receives one per row of `rows`

private:
    std::size_t offset(const char* at) const { return static_cast<std::size_t>(at - text_.data()); }

    std::string_view text_;
    TextScan scan_;
    LineCounter lines_;
};

/// Whether a text is empty or white space as defined by tokenizers, so that it has no tokens.
bool is_blank(std::string_view text);

/// Throws Error 3103, or 3126 (with the nearest name): the column is missing; lists the existing ones.
[[noreturn]] void fail_missing_column(const std::string& column, const std::vector<std::string>& present,
                                      const std::string& where);

} // namespace tunedesk::data
