// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tunedesk::data {

/// The result of one pass over a text, so that valid files need no further checks.
struct TextScan {
    std::size_t first_fault = std::string_view::npos; ///< offset of the first NUL or byte of invalid UTF-8
    bool carriage_returns = false;
};
TextScan scan_text(std::string_view text);
/// The same using several threads.
TextScan scan_text(std::string_view text, int threads);

struct TextFault {
    std::size_t offset = 0;
    bool is_nul = false; ///< a NUL; otherwise invalid UTF-8
};
/// The first NUL or byte that is not part of well-formed UTF-8; std::nullopt if there is none.
std::optional<TextFault> find_text_fault(std::string_view text);

/// "UTF-16" or "UTF-32" if indicated by a byte order mark or by zeros in every other byte; else nullptr.
const char* wide_encoding(std::string_view text);

/// Converts offsets in a text to line and column, both from 1; columns count characters. Lines end at LF,
/// CRLF and, with `lone_cr`, at CR. Ascending offsets cost one pass over the text in total.
class LineCounter {
public:
    /// Counts from `begin`, whose line is 1.
    LineCounter(std::string_view text, bool lone_cr, std::size_t begin = 0)
        : text_(text), lone_cr_(lone_cr), at_(begin) {}

    /// Line of an offset not before the last one asked for.
    std::uint64_t line(std::size_t offset);
    std::uint64_t column(std::size_t offset) const;

private:
    std::string_view text_;
    bool lone_cr_;
    std::size_t at_;
    std::uint64_t line_ = 1;
};

} // namespace tunedesk::data
