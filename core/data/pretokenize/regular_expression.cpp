#define PCRE2_CODE_UNIT_WIDTH 8

#include "data/pretokenize/regular_expression.h"

#include "base/text.h"
#include "data/pretokenize/regex_syntax.h"
#include "data/tokenize/tokenizer_node.h"

#include <algorithm>
#include <ctime>
#include <fmt/format.h>
#include <new>
#include <pcre2.h>

namespace tunedesk::data {

namespace {

/// Steps of compiled code, which counts few of them; what needs more is done again by PCRE2's interpreter,
/// which counts more, but each may walk through the whole text.
constexpr std::size_t compiled_steps = 1000, least_steps = 20'000, most_steps = 100'000, steps_a_byte = 64,
                      most_walks = 2'000'000'000;
constexpr std::uint32_t heap_kibibytes = 64u << 10;
/// A hundred times what real patterns take; with sanitizers a match takes many times as long.
#ifdef __SANITIZE_ADDRESS__
constexpr double slowness = 6;
#else
constexpr double slowness = 1;
#endif
constexpr double seconds_a_text = slowness * 5e-3, seconds_a_byte = slowness * 10e-6;
constexpr std::size_t long_text = 16u << 10;

std::uint32_t interpreted_steps(std::size_t bytes) {
    const std::size_t steps = std::clamp(most_walks / std::max<std::size_t>(bytes, 1), least_steps,
                                         most_steps + steps_a_byte * bytes);
    return static_cast<std::uint32_t>(std::min<std::size_t>(steps, 1u << 30));
}

double thread_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// A thread's own memory for matches of any pattern.
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

    int match(const pcre2_code* code, std::string_view text, std::size_t from, std::uint32_t steps,
              std::uint32_t options) {
        pcre2_set_match_limit(context_, steps);
        return pcre2_match(code, reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), from,
                           PCRE2_NO_UTF_CHECK | options, data_, context_);
    }
    RegularExpression::Match found() const {
        const PCRE2_SIZE* const ends = pcre2_get_ovector_pointer(data_);
        return {ends[0], ends[1]};
    }

private:
    pcre2_match_context* context_;
    pcre2_match_data* data_;
    pcre2_jit_stack* stack_;
};

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
    if (thread_seconds() > deadline_) refuse_pattern(pattern, "it takes too long", "pre_tokenizer");
}

struct RegularExpression::Code {
    pcre2_code* compiled = nullptr;
    ~Code() { pcre2_code_free(compiled); }
};

RegularExpression::RegularExpression(std::string_view pattern, const std::string& where)
    : pattern_(pattern), code_(std::make_unique<Code>()) {
    const TranslatedPattern translated = pcre2_pattern(pattern);
    if (!translated.fault.empty()) refuse_pattern(pattern, translated.fault + " is not read here", where);
    const std::unique_ptr<pcre2_compile_context, void (*)(pcre2_compile_context*)> context(
        pcre2_compile_context_create(nullptr), pcre2_compile_context_free);
    if (!context) throw std::bad_alloc();
    pcre2_set_newline(context.get(), PCRE2_NEWLINE_LF);
    int fault = 0;
    PCRE2_SIZE place = 0;
    code_->compiled =
        pcre2_compile(reinterpret_cast<PCRE2_SPTR>(translated.pattern.data()), translated.pattern.size(),
                      PCRE2_UTF | PCRE2_UCP | PCRE2_MULTILINE, &fault, &place, context.get());
    if (!code_->compiled) {
        PCRE2_UCHAR message[128] = {};
        pcre2_get_error_message(fault, message, sizeof(message));
        refuse_pattern(pattern, reinterpret_cast<const char*>(message), where);
    }
    pcre2_jit_compile(code_->compiled, PCRE2_JIT_COMPLETE); // where there is no JIT, matches are interpreted
}

RegularExpression::~RegularExpression() = default;

std::optional<RegularExpression::Match> RegularExpression::find(std::string_view text, std::size_t from,
                                                                MatchBudget& budget) const {
    thread_local MatchMemory memory;
    budget.start();
    int result = memory.match(code_->compiled, text, from, compiled_steps, 0);
    const bool is_costly = result == PCRE2_ERROR_MATCHLIMIT || result == PCRE2_ERROR_JIT_STACKLIMIT;
    if (is_costly)
        result = memory.match(code_->compiled, text, from, interpreted_steps(text.size()), PCRE2_NO_JIT);
    budget.charge(pattern_, is_costly);
    if (result == PCRE2_ERROR_NOMATCH) return std::nullopt;
    if (result < 0) {
        PCRE2_UCHAR message[128] = {};
        pcre2_get_error_message(result, message, sizeof(message));
        refuse_pattern(pattern_, reinterpret_cast<const char*>(message), "pre_tokenizer");
    }
    return memory.found();
}

} // namespace tunedesk::data
