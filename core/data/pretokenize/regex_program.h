// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bitset>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace tunedesk::data {

/// ASCII characters and, for assertions, the end of the text.
using AsciiSet = std::bitset<129>;
inline constexpr std::size_t text_end_symbol = 128;

/// A regular expression over ASCII as instructions of a nondeterministic automaton, with alternatives in the
/// order in which backtracking tries them (Thompson, "Regular Expression Search Algorithm", CACM 1968).
struct RegexProgram {
    struct Instruction {
        enum class Kind : std::uint8_t { consume, assert_next, split, match };
        Kind kind;
        std::uint16_t set = 0;              ///< index of the set that is consumed, or must come next
        std::uint16_t next = 0, second = 0; ///< `second`: what a split tries after `next`
    };
    std::vector<Instruction> instructions;
    std::vector<AsciiSet> sets;
    std::uint16_t start = 0;
};

/// The ASCII characters that a class `[...]` matches.
using ReadClass = std::function<AsciiSet(std::string_view text, bool is_caseless)>;

/// Compiles the output of pcre2_pattern(); std::nullopt for patterns without an equivalent automaton
/// (look-behind, anchors at the beginning, possessive and atomic groups, repetition of a possibly empty part)
/// or with a large one.
std::optional<RegexProgram> compile_program(std::string_view pattern, const ReadClass& read_class);

} // namespace tunedesk::data
