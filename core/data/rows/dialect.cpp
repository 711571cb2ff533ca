// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/rows/csv.h"

#include <algorithm>
#include <cstring>

namespace tunedesk::data {

namespace {

/// Evidence in the quotes of a TSV text for how it was written.
class QuoteEvidence {
public:
    explicit QuoteEvidence(std::string_view text)
        : text_(text), end_(text.data() + text.size()), columns_(fields_of_line(text.data())) {}

    bool says_quoted() {
        const char* const header_end = line_end(text_.data());
        const std::size_t header_fields = fields_of_line(text_.data());
        std::size_t quoted_names = 0;
        for (const char* at = next_quote(text_.data()); at;) {
            if (!begins_field(at)) {
                ++against_;
                at = next_quote(at + 1);
                continue;
            }
            const char* const close = closing_quote(at);
            if (!close || !ends_field(close)) {
                ++against_;
                at = next_quote(at + 1);
                continue;
            }
            quoted_names += close < header_end;
            weigh(at, close);
            at = next_quote(close + 1);
        }
        constexpr std::size_t odd_rows = 10; // one hand-written quote among that many rows is tolerated
        return (for_ > 0 || quoted_names == header_fields) && against_ * odd_rows <= for_ + plain_;
    }

private:
    static bool ends_row(char c) { return c == '\n' || c == '\r'; }
    const char* next_quote(const char* from) const {
        return from == end_
                   ? nullptr
                   : static_cast<const char*>(std::memchr(from, '"', static_cast<std::size_t>(end_ - from)));
    }
    bool begins_field(const char* at) const {
        return at == text_.data() || at[-1] == '\t' || ends_row(at[-1]);
    }
    bool ends_field(const char* close) const {
        return close + 1 == end_ || close[1] == '\t' || ends_row(close[1]);
    }
    const char* line_end(const char* from) const { return std::find_if(from, end_, ends_row); }
    std::size_t fields_of_line(const char* from) const {
        return 1 + static_cast<std::size_t>(std::count(from, line_end(from), '\t'));
    }
    const char* closing_quote(const char* open) const {
        for (const char* at = next_quote(open + 1); at; at = next_quote(at + 2)) {
            if (at + 1 == end_ || at[1] != '"') return at;
            if (at + 2 == end_) return nullptr;
        }
        return nullptr;
    }
    /// Whether a quoted field needs its quotes.
    void weigh(const char* open, const char* close) {
        const std::string_view inside(open + 1, static_cast<std::size_t>(close - open - 1));
        if (inside.find_first_of("\t\n\r") != std::string_view::npos) {
            const char* line = open;
            while (line > text_.data() && !ends_row(line[-1]))
                --line;
            // Without quotes these would be valid rows too: two sentences of GLUE that begin and end with
            // one.
            (fields_of_line(line) == columns_ ? plain_ : for_) += 1;
        } else {
            (inside.find('"') != std::string_view::npos ? for_ : plain_) += 1;
        }
    }

    std::string_view text_;
    const char* const end_;
    const std::size_t columns_;
    std::size_t for_ = 0, against_ = 0, plain_ = 0;
};

} // namespace

Dialect dialect_of(Format format, std::string_view text) {
    if (format == Format::csv) return {.delimiter = ',', .quotes = true};
    const bool has_quotes = text.find('"') != std::string_view::npos;
    return {.delimiter = '\t', .quotes = has_quotes && QuoteEvidence(text).says_quoted()};
}

} // namespace tunedesk::data
