// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/pretokenize/regex_program.h"

#include "data/pretokenize/regex_syntax.h"

#include <charconv>
#include <limits>
#include <utility>

namespace tunedesk::data {

namespace {

constexpr std::size_t most_instructions = 512, most_classes = 64;
constexpr unsigned no_most = std::numeric_limits<unsigned>::max();

struct NotRead {};

/// A part of a pattern.
struct Node {
    enum class Kind { consume, assert_next, sequence, choice, repeat };
    Kind kind;
    AsciiSet set;
    std::vector<Node> parts;
    unsigned least = 0, most = 0; ///< range of repetitions
    bool is_lazy = false;
    bool may_be_empty = false;
};

class Parser {
public:
    Parser(std::string_view pattern, const ReadClass& read_class) : in_(pattern), read_class_(read_class) {}

    Node run() {
        is_caseless_ = take("(?i)");
        Node whole = choice();
        if (!in_.empty()) throw NotRead{};
        return whole;
    }

private:
    bool take(std::string_view text) {
        if (!in_.starts_with(text)) return false;
        in_.remove_prefix(text.size());
        return true;
    }
    void expect(std::string_view text) {
        if (!take(text)) throw NotRead{};
    }

    Node choice() {
        Node all{Node::Kind::choice, {}, {}};
        do {
            all.parts.push_back(sequence());
            all.may_be_empty |= all.parts.back().may_be_empty;
        } while (take("|"));
        return all;
    }

    Node sequence() {
        Node all{Node::Kind::sequence, {}, {}};
        all.may_be_empty = true;
        while (!in_.empty() && in_[0] != '|' && in_[0] != ')') {
            all.parts.push_back(repeated(atom()));
            all.may_be_empty &= all.parts.back().may_be_empty;
        }
        return all;
    }

    Node atom() {
        if (take("(?:")) return group(is_caseless_);
        if (take("(?i:")) return group(true);
        if (take("(?=")) return look_ahead(false);
        if (take("(?!")) return look_ahead(true);
        if (take("$")) return assertion(AsciiSet().set('\n').set(text_end_symbol));
        if (take("\\z")) return assertion(AsciiSet().set(text_end_symbol));
        if (take(".")) return consumed(AsciiSet().set().reset('\n').reset(text_end_symbol));
        if (in_[0] == '[') {
            const std::size_t size = in_.find(']') + 1; // a closing bracket inside it is written as a number
            const std::string_view text = in_.substr(0, size);
            if (size == 0 || ++classes_ > most_classes) throw NotRead{};
            in_.remove_prefix(size);
            return consumed(read_class_(text, is_caseless_));
        }
        return consumed(character());
    }

    AsciiSet character() {
        AsciiSet set;
        if (take("\\x{")) {
            unsigned value = 0;
            const auto end = std::from_chars(in_.data(), in_.data() + in_.size(), value, 16).ptr;
            in_.remove_prefix(static_cast<std::size_t>(end - in_.data()));
            expect("}");
            if (value < text_end_symbol) set.set(value);
            return set;
        }
        if (!is_alphanumeric(in_[0])) throw NotRead{};
        const auto c = static_cast<unsigned char>(in_[0]);
        in_.remove_prefix(1);
        set.set(c);
        if (is_caseless_ && c >= 'A') set.set(c ^ 0x20u);
        return set;
    }

    static Node consumed(const AsciiSet& set) { return {Node::Kind::consume, set, {}}; }
    static Node assertion(const AsciiSet& set) {
        Node node{Node::Kind::assert_next, set, {}};
        node.may_be_empty = true;
        return node;
    }

    Node group(bool is_caseless) {
        const bool outside = std::exchange(is_caseless_, is_caseless);
        Node inside = choice();
        is_caseless_ = outside;
        expect(")");
        return inside;
    }

    Node look_ahead(bool is_negative) {
        if (in_.empty()) throw NotRead{};
        const Node inside = atom();
        expect(")");
        if (inside.kind != Node::Kind::consume) throw NotRead{};
        return assertion(is_negative ? ~inside.set : inside.set);
    }

    Node repeated(Node part) {
        unsigned least = 0, most = no_most;
        if (take("?")) {
            most = 1;
        } else if (take("+")) {
            least = 1;
        } else if (take("{")) {
            least = most = number();
            if (take(",")) most = in_.starts_with("}") ? no_most : number();
            expect("}");
        } else if (!take("*")) {
            return part;
        }
        // Backtracking and automata differ for empty repetitions.
        if (part.may_be_empty || in_.starts_with("+")) throw NotRead{};
        Node node{Node::Kind::repeat, {}, {}, least, most, take("?"), least == 0};
        node.parts.push_back(std::move(part));
        return node;
    }

    unsigned number() {
        unsigned value = 0;
        const auto [end, fault] = std::from_chars(in_.data(), in_.data() + in_.size(), value);
        if (fault != std::errc()) throw NotRead{};
        in_.remove_prefix(static_cast<std::size_t>(end - in_.data()));
        return value;
    }

    std::string_view in_; ///< the remaining pattern
    const ReadClass& read_class_;
    std::size_t classes_ = 0; ///< number of classes read
    bool is_caseless_ = false;
};

/// Writes instructions from the last to the first, so that each has the index of the next one.
class Writer {
public:
    RegexProgram run(const Node& whole) {
        const std::uint16_t match = add({Instruction::Kind::match});
        program_.start = write(whole, match);
        return std::move(program_);
    }

private:
    using Instruction = RegexProgram::Instruction;

    std::uint16_t add(Instruction instruction) {
        if (program_.instructions.size() == most_instructions) throw NotRead{};
        program_.instructions.push_back(instruction);
        return static_cast<std::uint16_t>(program_.instructions.size() - 1);
    }
    std::uint16_t add_split(std::uint16_t first, std::uint16_t second) {
        return add({Instruction::Kind::split, 0, first, second});
    }
    std::uint16_t add_set(Instruction::Kind kind, const AsciiSet& set, std::uint16_t next) {
        program_.sets.push_back(set);
        return add({kind, static_cast<std::uint16_t>(program_.sets.size() - 1), next});
    }

    std::uint16_t write(const Node& node, std::uint16_t next) {
        switch (node.kind) {
        case Node::Kind::consume:
            return add_set(Instruction::Kind::consume, node.set, next);
        case Node::Kind::assert_next:
            return add_set(Instruction::Kind::assert_next, node.set, next);
        case Node::Kind::sequence:
            for (std::size_t i = node.parts.size(); i-- > 0;)
                next = write(node.parts[i], next);
            return next;
        case Node::Kind::choice: {
            std::uint16_t start = write(node.parts.back(), next);
            for (std::size_t i = node.parts.size() - 1; i-- > 0;)
                start = add_split(write(node.parts[i], next), start);
            return start;
        }
        case Node::Kind::repeat:
            break;
        }
        return write_repeat(node, next);
    }

    std::uint16_t write_repeat(const Node& node, std::uint16_t next) {
        const Node& part = node.parts[0];
        const auto set_order = [&](std::uint16_t split, std::uint16_t body) {
            Instruction& instruction = program_.instructions[split];
            instruction.next = node.is_lazy ? next : body;
            instruction.second = node.is_lazy ? body : next;
        };
        std::uint16_t start = next;
        if (node.most == no_most) {
            start = add_split(next, next);
            set_order(start, write(part, start));
        } else {
            for (unsigned i = node.least; i < node.most; ++i) {
                const std::uint16_t body = write(part, start);
                start = add_split(next, next);
                set_order(start, body);
            }
        }
        for (unsigned i = 0; i < node.least; ++i)
            start = write(part, start);
        return start;
    }

    RegexProgram program_;
};

} // namespace

std::optional<RegexProgram> compile_program(std::string_view pattern, const ReadClass& read_class) {
    try {
        return Writer().run(Parser(pattern, read_class).run());
    } catch (const NotRead&) {
        return std::nullopt;
    }
}

} // namespace tunedesk::data
