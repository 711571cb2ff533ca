// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tunedesk::data {

/// What one pass over a text finds out, so that clean files need no further look at their bytes.
struct TextScan {
    std::size_t first_fault = std::string_view::npos; ///< offset of the first NUL or byte that is no UTF-8
    bool carriage_returns = false;
};
TextScan scan_text(std::string_view text);
/// The same on several threads.
TextScan scan_text(std::string_view text, int threads);

struct TextFault {
    std::size_t offset = 0;
    bool is_nul = false; ///< else it is not UTF-8
};
/// The first NUL or byte that is not part of well-formed UTF-8.
std::optional<TextFault> find_text_fault(std::string_view text);

/// "UTF-16" or "UTF-32" where a byte order mark, or zeros in every other byte, say so; else nullptr.
const char* wide_encoding(std::string_view text);

/// Turns places in a text into line and column, both from 1; columns count characters. Lines end at LF, CRLF
/// and, where `lone_cr` says so, at CR. Going forward through a text costs one pass over it in all.
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
