// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "data/batch/row_lists.h"
#include "data/files/byte_span.h"
#include "data/rows/row_fault.h"
#include "data/tags/tag_columns.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tunedesk::data {

/// Which columns to read from a file of rows. Format and compression are determined by the name: .csv .tsv
/// .jsonl, each with an optional .gz or .zst; Parquet gives Error 3100 with a conversion hint.
struct TableSpec {
    std::string text_column = "text";
    std::string text_pair_column;       ///< empty: single texts
    std::string negative_column;        ///< for triplets, the third text; empty: none
    bool needs_pair = false;            ///< rows with a blank second text are rejected
    std::string label_column = "label"; ///< empty: labels are not read (prediction)
    bool label_lists = false;           ///< a row has any number of labels (label_sets.h), or a column each
                                        ///< (flag_columns.h)
    bool label_optional = false;        ///< accepts a file without the label column (tests)
    bool chat = false;  ///< the text may be a JSON list of messages, alone in its row (conversation.h)
    bool texts = false; ///< also accepts .txt and .tokens: each line is a text
    /// Rows are lists of words with one tag each, from CoNLL files (.conll, .conllu, .txt, .tsv) or JSONL;
    /// without a label column tags are not read.
    std::optional<TagColumns> tags = std::nullopt;
    bool skip_bad_rows = false; ///< false: the first rejected rows are listed in Error 3101

    bool reads_labels() const { return !label_column.empty(); }
};

/// The spec of a table of single texts and labels; an empty `label`: no labels are read.
inline TableSpec columns_of(std::string text, std::string label) {
    TableSpec spec;
    spec.text_column = std::move(text);
    spec.label_column = std::move(label);
    return spec;
}

/// A rejected row with its position and the reason.
struct Rejected {
    std::uint64_t line = 0, column = 0; ///< from 1, of the row's first byte or of the fault
    RowFault fault;
};

/// The rows of one file. The views point into the table's private copy of the file, which later changes of
/// the file do not affect, and are valid as long as the table. Thread rule: read-only after construction.
class Table {
public:
    struct Row {
        static constexpr std::uint32_t no_words = ~std::uint32_t{0};

        std::string_view text, pair, label;
        std::uint64_t line = 0;         ///< of the row's first byte
        std::uint32_t words = no_words; ///< for a list of words (TableSpec::tags): index for words_of()
        std::string_view negative = {}; ///< for a triplet
    };

    const std::vector<Row>& rows() const { return rows_; }
    /// The first 1,000 rejected rows; rejected_count() is the total.
    const std::vector<Rejected>& rejected() const { return rejected_; }
    std::uint64_t rejected_count() const { return rejected_count_; }
    std::uint64_t total_count() const { return rows_.size() + rejected_count_; }
    const std::vector<std::string>& columns() const { return columns_; }
    /// Spans of the row's words in its text; empty for a row that is not a list of words.
    std::span<const ByteSpan> words_of(const Row& row) const;
    /// Whether this is a TSV file whose fields are quoted as by csv.writer and pandas.
    bool reads_quotes() const { return reads_quotes_; }
    /// Lines of used rows that repeat the header's names in the columns that were read (including label or
    /// pair), as in concatenated files.
    const std::vector<std::uint64_t>& repeated_headers() const { return repeated_headers_; }
    /// The table without some rows (ascending numbers), which are then counted as rejected.
    Table without(std::span<const std::uint32_t> rows,
                  const std::function<RowFault(const Row&)>& fault) const;
    /// The table with other labels.
    Table with_labels(const std::function<std::string(const Row&)>& label) const;
    /// Whether the rows' labels were read.
    bool has_labels() const { return has_labels_; }
    const fs::path& path() const { return path_; }
    /// Content hash, size and modification time of the file as it was read.
    const std::string& file_hash() const { return file_hash_; }
    std::uint64_t file_bytes() const { return file_bytes_; }
    std::int64_t modified_ns() const { return modified_ns_; }

private:
    friend Table read_table(const fs::path&, const TableSpec&);
    friend Table table_of(const fs::path&, std::span<const struct NamedRow>, std::vector<Rejected>,
                          std::uint64_t, std::string);
    struct Storage;
    std::shared_ptr<const Storage> storage_;
    std::shared_ptr<const RowLists<ByteSpan>> words_; ///< null if rows are not lists of words
    std::vector<Row> rows_;
    std::vector<Rejected> rejected_;
    std::uint64_t rejected_count_ = 0, file_bytes_ = 0;
    std::int64_t modified_ns_ = 0;
    bool has_labels_ = false, reads_quotes_ = false;
    std::vector<std::string> columns_;
    std::vector<std::uint64_t> repeated_headers_;
    fs::path path_;
    std::string file_hash_;
};

/// Reads a whole file, a large one on all cores. CSV as in RFC 4180 (quotes, quoted line breaks, CRLF, UTF-8
/// BOM; csv.h explains broken quotes); TSV without quoting, as in GLUE, unless its quotes indicate otherwise
/// (csv.h); JSONL with one object per line. Every row is used or rejected: for NUL, a broken quote, a field
/// over 16 MiB, a wrong number of fields, invalid UTF-8, invalid or deeply nested JSON, or a blank text,
/// label (except lists) or compared text. With TableSpec::tags also for a line with a different number of
/// columns or a word without a tag. Throws Error 3100 Parquet, 3101 rows were rejected and must not be
/// skipped, 3102 unreadable file, 3103 and 3126 to 3128 missing column (see fail_missing_column()), 3104 and
/// 3133 to 3135 unknown name, or contents of another kind, 3105 damaged or dangerous compressed data, 3106
/// UTF-16 or UTF-32, 3107 and 3137 unusable header, 3108 empty file, 3144 no usable row, 3145 no column
/// named, 3136 the file was modified meanwhile.
Table read_table(const fs::path& path, const TableSpec& spec);

/// A row that does not come from a file of rows.
struct NamedRow {
    std::string text, label;
    std::uint64_t line = 0;
};

/// A table of such rows, for example of the images of a folder, with labels if any row has one; `rejected`
/// are the first of `rejected_count`, and `hash` names the contents of what is at `path`. Throws Error 3108
/// or 3144 if no row is left.
Table table_of(const fs::path& path, std::span<const NamedRow> rows, std::vector<Rejected> rejected,
               std::uint64_t rejected_count, std::string hash);

/// Throws Error 3101, which lists the first of them, if rows were rejected.
void require_all_used(const Table& table);

/// Throws Error 3129, 3110 or 3131 if the file is gone, or if its size or modification time differs from the
/// table's and its size or hash does too.
void require_unchanged(const fs::path& path, std::uint64_t bytes, std::int64_t modified_ns,
                       const std::string& hash);

} // namespace tunedesk::data
