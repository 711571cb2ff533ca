// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/pretokenize/ascii_automaton.h"

#include <algorithm>
#include <map>

namespace tunedesk::data {

namespace {

constexpr std::size_t most_states = 128;
constexpr std::size_t most_steps = 1u << 16; ///< of threads, during construction of the table
/// Most bytes read beyond a match, or without one, so that hostile patterns take linear time.
constexpr std::size_t farthest_look = 256;

/// Instructions in the order of backtracking; all of them consume, assert or match.
using Threads = std::vector<std::uint16_t>;

/// Collects the distinct threads that splits lead to.
class ThreadCollector {
public:
    explicit ThreadCollector(const RegexProgram& program)
        : program_(program), is_added_(program.instructions.size(), false) {}

    template <typename Visit>
    bool add(std::uint16_t index, Visit visit) {
        std::vector<std::uint16_t> waiting{index};
        while (!waiting.empty()) {
            const std::uint16_t at = waiting.back();
            waiting.pop_back();
            if (is_added_[at]) continue;
            is_added_[at] = true;
            const RegexProgram::Instruction& instruction = program_.instructions[at];
            if (instruction.kind == RegexProgram::Instruction::Kind::split)
                waiting.insert(waiting.end(), {instruction.second, instruction.next});
            else if (!visit(at, waiting))
                return false;
        }
        return true;
    }

private:
    const RegexProgram& program_;
    std::vector<bool> is_added_;
};

Threads threads_from(const RegexProgram& program, std::uint16_t index) {
    Threads threads;
    ThreadCollector(program).add(index, [&](std::uint16_t at, Threads&) {
        threads.push_back(at);
        return true;
    });
    return threads;
}

struct Step {
    Threads threads;
    bool is_match = false; ///< before the symbol
};

/// The result of the threads if this character, or the end, is next.
Step step(const RegexProgram& program, const Threads& threads, std::size_t character) {
    using Kind = RegexProgram::Instruction::Kind;
    Step result;
    ThreadCollector here(program), behind(program);
    const auto visit = [&](std::uint16_t at, Threads& waiting) {
        const RegexProgram::Instruction& instruction = program.instructions[at];
        result.is_match = instruction.kind == Kind::match;
        if (result.is_match) return false; // it takes precedence over all later alternatives
        if (!program.sets[instruction.set].test(character)) return true;
        if (instruction.kind == Kind::assert_next)
            waiting.push_back(instruction.next);
        else
            behind.add(instruction.next, [&](std::uint16_t next, Threads&) {
                result.threads.push_back(next);
                return true;
            });
        return true;
    };
    for (const std::uint16_t thread : threads)
        if (!here.add(thread, visit)) break;
    return result;
}

} // namespace

void AsciiAutomaton::find_symbols(const RegexProgram& program) {
    std::map<std::vector<bool>, std::uint8_t> numbers; // by the sets that contain a character
    for (std::size_t character = 0; character < symbols_.size(); ++character) {
        std::vector<bool> holders{character == text_end_symbol};
        for (const AsciiSet& set : program.sets)
            holders.push_back(set.test(character));
        const auto [place, is_new] =
            numbers.emplace(std::move(holders), static_cast<std::uint8_t>(numbers.size()));
        symbols_[character] = place->second;
        if (is_new) examples_.push_back(character);
    }
    width_ = examples_.size();
}

std::optional<AsciiAutomaton> AsciiAutomaton::of(const RegexProgram& program) {
    AsciiAutomaton automaton;
    automaton.find_symbols(program);
    std::map<Threads, std::uint16_t> numbers{{{}, dead}};
    std::vector<Threads> states{{}, threads_from(program, program.start)};
    numbers.emplace(states[start], start);
    std::size_t steps = 0;
    for (std::size_t state = 0; state < states.size(); ++state) {
        steps += states[state].size() * automaton.width_;
        if (steps > most_steps) return std::nullopt;
        for (const std::size_t character : automaton.examples_) {
            Step next = step(program, states[state], character);
            const auto [place, is_new] =
                numbers.emplace(next.threads, static_cast<std::uint16_t>(states.size()));
            if (is_new) states.push_back(std::move(next.threads));
            if (states.size() > most_states) return std::nullopt;
            automaton.table_.push_back(
                static_cast<std::uint16_t>(place->second | (next.is_match ? match_flag : 0)));
        }
    }
    for (std::size_t byte = 0; byte < automaton.may_begin_.size(); ++byte)
        automaton.may_begin_[byte] =
            byte >= text_end_symbol ||
            automaton.table_[start * automaton.width_ + automaton.symbols_[byte]] != dead;
    return automaton;
}

AsciiAutomaton::Search AsciiAutomaton::find(std::string_view text, std::size_t from) const {
    constexpr std::size_t none = std::string_view::npos;
    for (std::size_t begin = from, looks = farthest_look;; ++begin) {
        while (begin < text.size() && !may_begin_[static_cast<unsigned char>(text[begin])])
            ++begin;
        std::size_t at = begin, end = none;
        for (std::uint16_t state = start; state != dead; ++at) {
            std::size_t symbol = text_end_symbol;
            if (at < text.size()) {
                symbol = static_cast<unsigned char>(text[at]);
                if (symbol >= text_end_symbol) return {Search::Outcome::undecided, begin, begin};
            }
            const std::uint16_t entry = table_[state * width_ + symbols_[symbol]];
            state = entry & static_cast<std::uint16_t>(~match_flag);
            if (entry & match_flag)
                end = at;
            else if (at - (end == none ? begin : end) > looks)
                return {Search::Outcome::undecided, begin, begin};
        }
        if (end != none) return {Search::Outcome::found, begin, end};
        if (begin >= text.size()) return {Search::Outcome::nothing, text.size(), text.size()};
        looks -= std::min(looks, at - begin - 1);
    }
}

} // namespace tunedesk::data
