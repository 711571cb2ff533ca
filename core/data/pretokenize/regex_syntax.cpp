// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/pretokenize/regex_syntax.h"

#include "data/pretokenize/unicode_additions.h"
#include "data/unicode/unicode.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <iterator>
#include <optional>
#include <vector>

namespace tunedesk::data {

namespace {

constexpr std::size_t most_bytes = 4096, most_groups = 32;
constexpr unsigned most_repeats = 1000;

/// Unicode white space; PCRE2's \s matches more.
constexpr const char* spaces =
    R"(\x{9}-\x{d}\x{20}\x{85}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000})";
constexpr const char* others =
    R"(\x{0}-\x{8}\x{e}-\x{1f}\x{21}-\x{84}\x{86}-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{10ffff})";

constexpr std::string_view categories[] = {"L",  "Lu", "Ll", "Lt", "Lm", "Lo", "M",  "Me", "N",  "Nd",
                                           "Nl", "No", "P",  "Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po",
                                           "S",  "Sm", "Sc", "Sk", "So", "Z",  "Zs", "Zl", "Zp", "Cc"};
constexpr std::string_view scripts[] = {"Arabic", "Cyrillic", "Devanagari", "Greek", "Han", "Hangul",
                                        "Hebrew", "Hiragana", "Katakana",   "Latin", "Thai"};

bool is_among(std::string_view name, const auto& names) {
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

std::string written(char32_t c) {
    return c < 0x80 && is_alphanumeric(static_cast<char>(c))
               ? std::string(1, static_cast<char>(c))
               : fmt::format("\\x{{{:x}}}", static_cast<unsigned>(c));
}

/// The part of a pattern that matches one character.
struct Item {
    std::optional<char32_t> character; ///< if it is a single one
    std::string set;                   ///< else its notation inside a class
    bool is_negated = false;           ///< matches characters outside the set
};

struct Refusal {
    std::string what;
};

class Translation {
public:
    explicit Translation(std::string_view pattern) : in_(pattern) {}

    std::string run() {
        if (in_.size() > most_bytes) refuse("more than 4096 bytes");
        if (take("(?i)")) {
            out_ += "(?i)";
            caseless_.back() = true;
        }
        while (!at_end())
            step();
        return std::move(out_);
    }

private:
    [[noreturn]] static void refuse(std::string what) { throw Refusal{std::move(what)}; }

    bool at_end() const { return at_ >= in_.size(); }
    bool take(std::string_view text) {
        if (!in_.substr(at_).starts_with(text)) return false;
        at_ += text.size();
        return true;
    }
    char next_byte() {
        if (at_end()) refuse("an unfinished end");
        return in_[at_++];
    }

    void step() {
        switch (in_[at_]) {
        case '(':
            return open_group();
        case ')':
            return close_group();
        case '[':
            ++at_;
            emit_class();
            break;
        case '*':
        case '+':
        case '?':
        case '{':
            return repeat();
        case '|':
        case '^':
        case '$':
            out_ += in_[at_++];
            may_repeat_ = false;
            last_ = 0;
            return;
        case '.':
            out_ += in_[at_++];
            last_ = 0;
            break;
        default:
            emit_item();
        }
        may_repeat_ = true;
    }

    void open_group() {
        bool caseless = caseless_.back(), repeats = true;
        if (take("(?i:")) {
            caseless = true;
            out_ += "(?i:";
        } else if (take("(?:") || (!in_.substr(at_).starts_with("(?") && take("("))) {
            out_ += "(?:"; // captured groups are not used
        } else if (take("(?>")) {
            out_ += "(?>";
        } else {
            repeats = false;
            bool known = false;
            for (const char* look : {"(?=", "(?!", "(?<=", "(?<!"})
                if (!known && take(look)) {
                    out_ += look;
                    known = true;
                }
            if (!known) refuse(fmt::format("a group that begins with {:.4}", in_.substr(at_)));
        }
        if (caseless_.size() > most_groups) refuse("many groups inside each other");
        caseless_.push_back(caseless);
        repeats_.push_back(repeats);
        may_repeat_ = false;
        last_ = 0;
    }

    void close_group() {
        if (repeats_.empty()) refuse("a group that ends before it begins");
        ++at_;
        out_ += ')';
        may_repeat_ = repeats_.back();
        caseless_.pop_back();
        repeats_.pop_back();
        last_ = 0;
    }

    void repeat() {
        if (!may_repeat_) refuse("a repetition of a repetition, or of nothing");
        if (in_[at_] == '{')
            repeat_in_interval();
        else {
            out_ += in_[at_++];
            if (!at_end() && (in_[at_] == '?' || in_[at_] == '+')) out_ += in_[at_++];
        }
        may_repeat_ = false;
        last_ = 0;
    }

    std::optional<unsigned> number() {
        unsigned value = 0;
        const auto [end, fault] = std::from_chars(in_.data() + at_, in_.data() + in_.size(), value);
        if (fault != std::errc()) return std::nullopt;
        at_ = static_cast<std::size_t>(end - in_.data());
        if (value > most_repeats) refuse("more than 1000 repetitions");
        return value;
    }

    void repeat_in_interval() {
        take("{");
        const auto least = number();
        const bool is_range = take(",");
        const auto most = is_range ? number() : least;
        if ((!least && !most) || !take("}") || (least && most && *least > *most))
            refuse("a brace that is no interval");
        out_ += fmt::format("{{{}", least.value_or(0));
        if (is_range) out_ += most ? fmt::format(",{}", *most) : ",";
        out_ += '}';
        // it repeats again in Oniguruma, and is possessive in PCRE2
        if (take("+")) refuse("a + behind an interval");
        if (take("?")) {
            if (!is_range) refuse("a ? behind a number of repetitions");
            out_ += '?';
        }
    }

    void emit_item() {
        const Item item = in_[at_] == '\\' ? escaped(false) : Item{next_character(), {}, false};
        if (item.character) {
            join_check(*item.character);
            out_ += written(*item.character);
            return;
        }
        if (item.set.empty()) return; // an anchor
        if (caseless_.back()) refuse("a property where case is ignored");
        out_ += (item.is_negated ? "[^" : "[") + item.set + "]";
        last_ = 0;
    }

    /// With ignored case, Oniguruma matches ß with "ss" and ligatures with pairs of letters.
    void join_check(char32_t c) {
        if (!caseless_.back()) return;
        if (c >= 0x80) refuse("a character that is not ASCII where case is ignored");
        const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : static_cast<char>(c);
        for (const char* pair : {"ss", "st", "ff", "fi", "fl"})
            if (last_ == pair[0] && lower == pair[1])
                refuse(fmt::format("\"{}\" where case is ignored", pair));
        last_ = lower;
    }

    char32_t next_character() { return unicode::next(in_, at_); }

    char32_t hexadecimal(std::string_view digits) {
        unsigned value = 0;
        const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
        if (digits.empty() || fault != std::errc() || end != digits.data() + digits.size() ||
            value > 0x10FFFF || (value >= 0xD800 && value < 0xE000))
            refuse("an escape that is no character");
        return value;
    }

    char32_t numbered(char kind) {
        if (kind == 'x' && take("{")) {
            const std::size_t end = std::min(in_.find('}', at_), in_.size());
            const char32_t c = hexadecimal(in_.substr(at_, end - at_));
            at_ = end + 1;
            return c;
        }
        const std::string_view digits = in_.substr(at_, kind == 'x' ? 2 : 4);
        at_ += digits.size();
        const char32_t c = hexadecimal(digits);
        if (digits.size() < (kind == 'x' ? 2u : 4u) || (kind == 'x' && c >= 0x80))
            refuse("an escape that is no character");
        return c;
    }

    Item escaped(bool in_class) {
        take("\\");
        if (at_end()) refuse("an unfinished end");
        if (static_cast<unsigned char>(in_[at_]) >= 0x80) return {next_character(), {}, false};
        const char c = next_byte();
        switch (c) {
        case 'n':
            return {U'\n', {}, false};
        case 'r':
            return {U'\r', {}, false};
        case 't':
            return {U'\t', {}, false};
        case 'f':
            return {U'\f', {}, false};
        case 'v':
            return {U'\v', {}, false};
        case 'x':
        case 'u':
            return {numbered(c), {}, false};
        case 's':
            return {{}, spaces, false};
        case 'S':
            return in_class ? Item{{}, others, false} : Item{{}, spaces, true};
        case 'd':
        case 'D':
            return property("Nd", c == 'D', in_class);
        case 'p':
        case 'P':
            return named_property(c == 'P', in_class);
        case 'A':
        case 'z':
            if (in_class) break;
            out_ += fmt::format("\\{}", c);
            return {};
        default:
            if (!is_alphanumeric(c)) return {static_cast<char32_t>(c), {}, false};
        }
        refuse(fmt::format("\\{}", c));
    }

    Item named_property(bool is_negated, bool in_class) {
        if (!take("{")) refuse("a property without a name");
        if (take("^")) is_negated = !is_negated;
        const std::size_t end = in_.find('}', at_);
        if (end == std::string_view::npos) refuse("an unfinished end");
        const std::string_view name = in_.substr(at_, end - at_);
        at_ = end + 1;
        return property(name, is_negated, in_class);
    }

    static Item property(std::string_view name, bool is_negated, bool in_class) {
        const bool is_category = is_among(name, categories);
        if (!is_category && !is_among(name, scripts)) refuse(fmt::format("the property {:.40}", name));
        Item item{{}, fmt::format("\\p{{{}{}}}", is_category ? "" : "sc:", name), is_negated};
        bool has_more = false;
        const auto add = [&](const auto& table) {
            for (const additions::Addition& row : table)
                if (std::string_view(row.kind).starts_with(name)) {
                    item.set += written(row.first) + "-" + written(row.last);
                    has_more = true;
                }
        };
        if (is_category)
            add(additions::categories);
        else
            add(additions::scripts);
        if (!in_class || !is_negated) return item;
        if (has_more) refuse(fmt::format("the negated property {} in a class", name));
        return {{}, fmt::format("\\P{{{}{}}}", is_category ? "" : "sc:", name), false};
    }

    void emit_class() {
        out_ += take("^") ? "[^" : "[";
        if (!at_end() && in_[at_] == ']') refuse("an empty class");
        while (!take("]"))
            class_item();
        out_ += ']';
        last_ = 0;
    }

    Item class_member() {
        if (at_end()) refuse("an unfinished end");
        if (in_[at_] == '[') refuse("a class inside a class");
        if (in_.substr(at_).starts_with("&&")) refuse("an intersection of classes");
        Item item = in_[at_] == '\\' ? escaped(true) : Item{next_character(), {}, false};
        if (caseless_.back() && (!item.character || *item.character >= 0x80))
            refuse("a class that is not ASCII where case is ignored");
        return item;
    }

    void class_item() {
        const Item first = class_member();
        if (!first.character) {
            out_ += first.set;
            return;
        }
        out_ += written(*first.character);
        if (at_ + 1 >= in_.size() || in_[at_] != '-' || in_[at_ + 1] == ']') return;
        take("-");
        const Item last = class_member();
        if (!last.character || *last.character < *first.character) refuse("a range that is none");
        out_ += "-" + written(*last.character);
        if (at_ + 1 < in_.size() && in_[at_] == '-' && in_[at_ + 1] != ']') refuse("a range of a range");
    }

    std::string_view in_;
    std::size_t at_ = 0;
    std::string out_;
    std::vector<bool> caseless_{false}; ///< for the pattern, then for each open group
    std::vector<bool> repeats_;         ///< for each group: whether it may be repeated
    bool may_repeat_ = false;
    char last_ = 0; ///< the previous character, with ignored case
};

} // namespace

TranslatedPattern pcre2_pattern(std::string_view oniguruma) {
    try {
        return {Translation(oniguruma).run(), {}};
    } catch (const Refusal& refusal) {
        return {{}, refusal.what};
    }
}

} // namespace tunedesk::data
