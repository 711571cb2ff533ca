// SPDX-License-Identifier: GPL-3.0-or-later
#define PCRE2_CODE_UNIT_WIDTH 8

#include "data/pretokenize/regular_expression.h"

#include "base/text.h"
#include "data/pretokenize/regex_syntax.h"
#include "data/tokenize/tokenizer_node.h"

#include <algorithm>
#include <ctime>
#include <fmt/format.h>
#include <limits>
#include <new>
#include <pcre2.h>

namespace tunedesk::data {

namespace {

/// Step limit of compiled code, which cannot check the time; a match that needs more is repeated by PCRE2's
/// interpreter, which checks it.
constexpr std::uint32_t compiled_steps = 1000;
/// Most bytes scanned between two checks of the time: a step of the interpreter scans at most the whole text.
constexpr std::size_t unwatched_bytes = 1u << 20, most_unwatched_steps = 256;
constexpr std::uint32_t heap_kibibytes = 64u << 10;
/// A hundred times the needs of real patterns; with sanitizers matching is many times slower.
#ifdef __SANITIZE_ADDRESS__
constexpr double slowness = 6;
#else
constexpr double slowness = 1;
#endif
constexpr double seconds_a_text = slowness * 5e-3, seconds_a_byte = slowness * 10e-6;
constexpr std::size_t long_text = 16u << 10;

double thread_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// A thread's memory for matches of any pattern.
class MatchMemory {
public:
    MatchMemory()
        : context_(pcre2_match_context_create(nullptr)), data_(pcre2_match_data_create(1, nullptr)),
          stack_(pcre2_jit_stack_create(32u << 10, 1u << 20, nullptr)) {
        if (!context_ || !data_ || !stack_) throw std::bad_alloc();
        pcre2_set_heap_limit(context_, heap_kibibytes);
        pcre2_jit_stack_assign(context_, nullptr, stack_);
    }
    ~MatchMemory() {
        pcre2_match_context_free(context_);
        pcre2_match_data_free(data_);
        pcre2_jit_stack_free(stack_);
    }
    MatchMemory(const MatchMemory&) = delete;
    MatchMemory& operator=(const MatchMemory&) = delete;

    int match(const pcre2_code* code, std::string_view text, std::size_t from) {
        pcre2_set_match_limit(context_, compiled_steps);
        return pcre2_match(code, reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), from,
                           PCRE2_NO_UTF_CHECK, data_, context_);
    }
    /// The same with code compiled with callouts: stops when the budget is exhausted.
    int match_watched(const pcre2_code* code, std::string_view text, std::size_t from,
                      const MatchBudget& budget) {
        Watch watch{budget, std::clamp<std::size_t>(unwatched_bytes / std::max<std::size_t>(text.size(), 1),
                                                    1, most_unwatched_steps)};
        pcre2_set_match_limit(context_, std::numeric_limits<std::uint32_t>::max());
        pcre2_set_callout(context_, &Watch::look, &watch);
        const int result = pcre2_match(code, reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), from,
                                       PCRE2_NO_UTF_CHECK | PCRE2_NO_JIT, data_, context_);
        pcre2_set_callout(context_, nullptr, nullptr);
        return result;
    }
    RegularExpression::Match found() const {
        const PCRE2_SIZE* const ends = pcre2_get_ovector_pointer(data_);
        return {ends[0], ends[1]};
    }

private:
    struct Watch {
        const MatchBudget& budget;
        std::size_t interval, steps = 0;

        static int look(pcre2_callout_block*, void* data) {
            Watch& watch = *static_cast<Watch*>(data);
            return ++watch.steps % watch.interval == 0 && watch.budget.is_spent() ? PCRE2_ERROR_CALLOUT : 0;
        }
    };

    pcre2_match_context* context_;
    pcre2_match_data* data_;
    pcre2_jit_stack* stack_;
};

MatchMemory& thread_match_memory() {
    thread_local MatchMemory memory;
    return memory;
}

/// The ASCII characters that a pattern matches.
AsciiSet matched_ascii(const pcre2_code* code) {
    AsciiSet set;
    for (std::size_t i = 0; i < text_end_symbol; ++i) {
        const char character = static_cast<char>(i);
        set.set(i, thread_match_memory().match(code, {&character, 1}, 0) >= 0);
    }
    return set;
}

std::string message_of(int fault) {
    PCRE2_UCHAR message[128] = {};
    pcre2_get_error_message(fault, message, sizeof(message));
    return reinterpret_cast<const char*>(message);
}

[[noreturn]] void refuse_pattern(std::string_view pattern, const std::string& why, const std::string& where) {
    other_kind(fmt::format("a pre-tokenizer that splits text by \"{}\": {}", shortened(pattern, 120), why),
               where);
}

} // namespace

MatchBudget::MatchBudget(std::size_t bytes)
    : seconds_(seconds_a_text + seconds_a_byte * static_cast<double>(bytes)),
      interval_(bytes > long_text ? 2 : 8) {}

void MatchBudget::start() {
    if (deadline_ == 0) deadline_ = thread_seconds() + seconds_;
}

void MatchBudget::charge(const std::string& pattern, bool was_costly) {
    if (++matches_ % interval_ != 0 && !was_costly) return;
    if (is_spent()) refuse_pattern(pattern, "it takes too long", "pre_tokenizer");
}

bool MatchBudget::is_spent() const {
    return thread_seconds() > deadline_;
}

struct RegularExpression::Code {
    pcre2_code* compiled = nullptr;
    pcre2_code* watched = nullptr; ///< the same with callouts, for the interpreter
    ~Code() {
        pcre2_code_free(compiled);
        pcre2_code_free(watched);
    }
};

RegularExpression::RegularExpression(std::string_view pattern, const std::string& where)
    : pattern_(pattern), code_(std::make_unique<Code>()) {
    const TranslatedPattern translated = pcre2_pattern(pattern);
    if (!translated.fault.empty()) refuse_pattern(pattern, translated.fault + " is not read here", where);
    const std::unique_ptr<pcre2_compile_context, void (*)(pcre2_compile_context*)> context(
        pcre2_compile_context_create(nullptr), pcre2_compile_context_free);
    if (!context) throw std::bad_alloc();
    pcre2_set_newline(context.get(), PCRE2_NEWLINE_LF);
    const auto compile = [&](std::string_view text, std::uint32_t options) {
        int fault = 0;
        PCRE2_SIZE place = 0;
        pcre2_code* const code =
            pcre2_compile(reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(),
                          PCRE2_UTF | PCRE2_UCP | PCRE2_MULTILINE | PCRE2_NO_DOTSTAR_ANCHOR | options, &fault,
                          &place, context.get());
        if (!code) refuse_pattern(pattern, message_of(fault), where);
        return code;
    };
    code_->compiled = compile(translated.pattern, 0);
    code_->watched = compile(translated.pattern, PCRE2_AUTO_CALLOUT);
    // Without JIT matches are interpreted: always with atomic groups, because the JIT of PCRE2 10.42
    // backtracks into their alternatives.
    if (translated.pattern.find("(?>") == std::string::npos)
        pcre2_jit_compile(code_->compiled, PCRE2_JIT_COMPLETE);
    const auto program = compile_program(translated.pattern, [&](std::string_view text, bool is_caseless) {
        Code one;
        one.compiled = compile(text, is_caseless ? PCRE2_CASELESS : 0);
        return matched_ascii(one.compiled);
    });
    if (program) automaton_ = AsciiAutomaton::of(*program);
}

RegularExpression::~RegularExpression() = default;

std::optional<RegularExpression::Match> RegularExpression::find(std::string_view text, std::size_t from,
                                                                MatchBudget& budget) const {
    if (automaton_) {
        const AsciiAutomaton::Search search = automaton_->find(text, from);
        if (search.outcome == AsciiAutomaton::Search::Outcome::nothing) return std::nullopt;
        if (search.outcome == AsciiAutomaton::Search::Outcome::found) return Match{search.begin, search.end};
        from = search.begin;
    }
    MatchMemory& memory = thread_match_memory();
    budget.start();
    int result = memory.match(code_->compiled, text, from);
    const bool is_costly = result == PCRE2_ERROR_MATCHLIMIT || result == PCRE2_ERROR_JIT_STACKLIMIT;
    if (is_costly) result = memory.match_watched(code_->watched, text, from, budget);
    budget.charge(pattern_, is_costly);
    if (result == PCRE2_ERROR_NOMATCH) return std::nullopt;
    if (result < 0) refuse_pattern(pattern_, message_of(result), "pre_tokenizer");
    return memory.found();
}

} // namespace tunedesk::data
