// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/pretokenize/ascii_automaton.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace tunedesk::data {

/// What regular expressions may cost on one text: a file's pattern is untrusted, and some take exponential
/// time. Counted in processor time, so that another program's load refuses nothing.
class MatchBudget {
public:
    /// For a text of so many bytes.
    explicit MatchBudget(std::size_t bytes);

    /// Before a match: the clock runs from the first one.
    void start();
    /// Counts a match. Throws Error 4202, naming the pattern, where the text has taken too long.
    void charge(const std::string& pattern, bool was_costly);
    bool is_spent() const;

private:
    double deadline_ = 0; ///< of the thread's processor time
    double seconds_;
    unsigned matches_ = 0, interval_;
};

/// A regular expression as `tokenizers` reads it (Oniguruma, Ruby syntax), run by PCRE2, and where only ASCII
/// counts by an automaton, if it has one. Thread rule: immutable; find() may be called from many threads at
/// once.
class RegularExpression {
public:
    /// Throws Error 4202, at `where`, for a pattern that is none or holds what is not read here.
    RegularExpression(std::string_view pattern, const std::string& where);
    ~RegularExpression();
    RegularExpression(const RegularExpression&) = delete;
    RegularExpression& operator=(const RegularExpression&) = delete;

    struct Match {
        std::size_t begin, end;
    };
    /// The leftmost match that begins at `from` or behind it. Needs well-formed UTF-8. Throws Error 4202 for
    /// a match that takes longer than the text's budget, or too much memory.
    std::optional<Match> find(std::string_view text, std::size_t from, MatchBudget& budget) const;

private:
    struct Code;
    std::string pattern_;
    std::unique_ptr<Code> code_;
    std::optional<AsciiAutomaton> automaton_;
};

} // namespace tunedesk::data
