// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/pretokenize/ascii_automaton.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace tunedesk::data {

/// Limits the time of regular expressions on one text: patterns in files are untrusted, and some take
/// exponential time. Measured in processor time, so that the load of other programs has no effect.
class MatchBudget {
public:
    /// For a text of `bytes` bytes.
    explicit MatchBudget(std::size_t bytes);

    /// Called before a match: the first call starts the clock.
    void start();
    /// Counts a match. Throws Error 4202, with the pattern, if the text has taken too long.
    void charge(const std::string& pattern, bool was_costly);
    bool is_spent() const;

private:
    double deadline_ = 0; ///< in the thread's processor time
    double seconds_;
    unsigned matches_ = 0, interval_;
};

/// A regular expression in `tokenizers`' syntax (Oniguruma, Ruby syntax), executed by PCRE2 or, for ASCII
/// text, by an automaton if the pattern has one. Thread rule: immutable; find() may be called from several
/// threads concurrently.
class RegularExpression {
public:
    /// Throws Error 4202, at `where`, for an invalid or unsupported pattern.
    RegularExpression(std::string_view pattern, const std::string& where);
    ~RegularExpression();
    RegularExpression(const RegularExpression&) = delete;
    RegularExpression& operator=(const RegularExpression&) = delete;

    struct Match {
        std::size_t begin, end;
    };
    /// The leftmost match that begins at or after `from`; std::nullopt if there is none. Needs well-formed
    /// UTF-8. Throws Error 4202 if matching exceeds the text's time budget or the memory limit.
    std::optional<Match> find(std::string_view text, std::size_t from, MatchBudget& budget) const;

private:
    struct Code;
    std::string pattern_;
    std::unique_ptr<Code> code_;
    std::optional<AsciiAutomaton> automaton_;
};

} // namespace tunedesk::data
