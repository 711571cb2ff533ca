// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bitset>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace tunedesk::data {

/// ASCII characters, and, for assertions, the end of the text.
using AsciiSet = std::bitset<129>;
inline constexpr std::size_t text_end_symbol = 128;

/// A regular expression over ASCII as instructions of a nondeterministic automaton, whose alternatives are in
/// the order in which backtracking tries them (Thompson, "Regular Expression Search Algorithm", CACM 1968).
struct RegexProgram {
    struct Instruction {
        enum class Kind : std::uint8_t { consume, assert_next, split, match };
        Kind kind;
        std::uint16_t set = 0;              ///< index: what is consumed, or must come next
        std::uint16_t next = 0, second = 0; ///< `second`: what a split tries after `next`
    };
    std::vector<Instruction> instructions;
    std::vector<AsciiSet> sets;
    std::uint16_t start = 0;
};

/// The ASCII characters that a class `[...]` matches.
using ReadClass = std::function<AsciiSet(std::string_view text, bool is_caseless)>;

/// Compiles what pcre2_pattern() writes, or std::nullopt for what has no equal automaton (a look-behind, an
/// anchor at a beginning, possessive and atomic parts, a repetition of what may be empty) or a large one.
std::optional<RegexProgram> compile_program(std::string_view pattern, const ReadClass& read_class);

} // namespace tunedesk::data
