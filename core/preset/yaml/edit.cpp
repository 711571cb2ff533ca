// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/yaml/edit.h"

#include "base/error.h"
#include "base/phrase.h"
#include "base/terminal_text.h"
#include "base/text.h"
#include "preset/schema/value_text.h"
#include "preset/yaml/located_key.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace tunedesk::preset {

namespace {

[[noreturn]] void fail(const Key& key, const std::string& why) {
    throw Error(ErrorId::preset_edit_refused, {why}, key.dotted());
}

/// Works on the clean text; the caller puts CRLF and a byte order mark back.
class Editor {
public:
    Editor(std::string text, const Key& key) try
        : located_(std::move(text), key), key_(key), text_(located_.text()), root_(located_.root()),
          spans_(located_.spans()), found_(located_.place()) {
    } catch (const LocatedKey::NotYaml& error) {
        fail(key, error.why);
    }

    TextEdit set(const std::string& value) {
        const TextEdit edit = found_ ? change(value) : insertion(value);
        verify(edit, [&](const std::string& now) {
            return (is_list(key_, value) ? list_text(now) == list_text(value) : now == value) ||
                   (value == "null" && key_.optional && now.empty());
        });
        return edit;
    }

    TextEdit remove() {
        if (!found_) return {};
        const TextEdit edit = removal(*found_);
        verify(edit, [](const std::string& now) { return now.empty(); });
        return edit;
    }

    /// Whether the key stands in another section, under a name that has no word for this value.
    bool must_move(const std::string& value) const {
        if (!found_ || !found_->alias || found_->alias->values.empty()) return false;
        return !written_as(value) && found_->section->text != key_.section;
    }

private:
    PairSpans spans(const LocatedKey::Place& at) const {
        return spans_.pair(at.map->items[at.index], at.map->items[at.index + 1], is_flow(*at.map));
    }

    bool is_flow(const Node& map) const { return !map.items.empty() && spans_.is_flow(map); }

    /// The word of another tool for a value, or null.
    const std::string* written_as(const std::string& value) const {
        for (const auto& [from, to] : found_->alias->values)
            if (to == value) return &from;
        return nullptr;
    }

    TextEdit change(const std::string& value) const {
        const Node& node = found_->map->items[found_->index + 1];
        const PairSpans at = spans(*found_);
        if (found_->alias && !found_->alias->values.empty()) {
            if (const std::string* word = written_as(value)) return replacement(at.value, *word);
            return replacement({at.name.begin, at.value.end}, key_.name + ": " + value_text(key_, value));
        }
        const char quote = spans_.is_alias(node) ? '\0' : spans_.quote(node);
        return replacement(at.value, value_text(key_, value, quote));
    }

    TextEdit replacement(Span span, std::string with) const {
        // A value may have to keep its distance from the colon before it.
        if (span.empty() && span.begin > 0 && text_[span.begin - 1] == ':') with.insert(0, " ");
        if (text_.compare(span.begin, span.end - span.begin, with) == 0) return {};
        return {span.begin, span.end - span.begin, std::move(with)};
    }

    /// The position of a pair in the schema's order; std::nullopt if the schema does not know it.
    static std::optional<std::size_t> rank(const std::string& section, const std::string& name) {
        if (section.empty() && name == "extends") return 1;
        for (std::size_t i = 0; i < keys().size(); ++i) {
            const Key& key = keys()[i];
            const bool whole_section = section.empty() && !key.section.empty() && key.section == name;
            if (whole_section || (key.section == section && key.name == name)) return 2 * i;
        }
        return std::nullopt;
    }

    /// The pair after which a new one belongs, or nothing: before all others.
    static std::optional<std::size_t> predecessor(const Node& map, const std::string& section,
                                                  const std::string& name) {
        const std::size_t mine = rank(section, name).value_or(0);
        std::optional<std::size_t> best;
        std::size_t best_rank = 0;
        for (std::size_t i = 0; i + 1 < map.items.size(); i += 2) {
            const auto other = rank(section, map.items[i].text);
            if (other && *other < mine && (!best || *other >= best_rank)) {
                best = i;
                best_rank = *other;
            }
        }
        return best;
    }

    TextEdit insertion(const std::string& value) const {
        const std::string pair = key_.name + ": " + value_text(key_, value);
        if (key_.section.empty()) return pair_in_map(root_, "", key_.name, pair, 0);
        for (std::size_t i = 0; i + 1 < root_.items.size(); i += 2)
            if (root_.items[i].text == key_.section) return in_section(i, pair);
        if (is_flow(root_))
            return pair_in_map(root_, "", key_.section, fmt::format("{}: {{{}}}", key_.section, pair), 0);
        const std::string indent(root_indent(), ' ');
        return pair_in_map(root_, "", key_.section, fmt::format("{}:\n{}  {}", key_.section, indent, pair),
                           root_indent());
    }

    std::size_t root_indent() const {
        if (root_.items.empty()) return 0;
        return root_.items[0].offset - spans_.line_begin(root_.items[0].offset);
    }

    TextEdit in_section(std::size_t i, const std::string& pair) const {
        const Node& name = root_.items[i];
        const Node& value = root_.items[i + 1];
        if (spans_.is_alias(value))
            fail(key_, TUNEDESK_TRANSLATABLE("ErrorDetail",
                                             "this section is an alias of another part of the text"));
        if (value.kind == Node::Kind::map) {
            const bool block = !value.items.empty() && !spans_.is_flow(value);
            const std::size_t indent =
                block ? value.items[0].offset - spans_.line_begin(value.items[0].offset) : 0;
            return pair_in_map(value, key_.section, key_.name, pair, indent);
        }
        if (value.kind != Node::Kind::null) fail(key_, key_.section + " is no section in this text");
        const PairSpans at = spans_.pair(name, value, is_flow(root_));
        if (is_flow(root_) || !at.value.empty()) return replacement(at.value, '{' + pair + '}');
        const std::size_t end = spans_.line_end(at.value.end);
        return {end, 0, '\n' + std::string(root_indent() + 2, ' ') + pair};
    }

    TextEdit pair_in_map(const Node& map, const std::string& section, const std::string& name,
                         const std::string& pair, std::size_t indent) const {
        if (map.items.empty()) return in_empty_map(map, pair);
        const bool flow = is_flow(map);
        const auto after = predecessor(map, section, name);
        if (!after) {
            const std::size_t begin = map.items[0].offset;
            return {begin, 0, flow ? pair + ", " : pair + '\n' + std::string(indent, ' ')};
        }
        const std::size_t end = spans_.pair(map.items[*after], map.items[*after + 1], flow).value.end;
        if (flow) return {end, 0, ", " + pair};
        const bool new_section = pair.find('\n') != std::string::npos;
        const std::string gap = new_section && sections_are_apart() ? "\n\n" : "\n";
        return {spans_.line_end(end), 0, gap + std::string(indent, ' ') + pair};
    }

    TextEdit in_empty_map(const Node& map, const std::string& pair) const {
        if (&map != &root_) return {map.offset + 1, 0, pair}; // {}
        const auto bracket = text_.find_first_not_of(" \n");
        if (bracket != std::string::npos && text_[bracket] == '{') return {bracket + 1, 0, pair};
        const bool line_is_open = !text_.empty() && text_.back() != '\n';
        return {text_.size(), 0, (line_is_open ? "\n" : "") + pair + '\n'};
    }

    /// Whether an empty line stands before a section of this text.
    bool sections_are_apart() const {
        for (std::size_t i = 2; i + 1 < root_.items.size(); i += 2) {
            const std::size_t begin = spans_.line_begin(root_.items[i].offset);
            if (root_.items[i + 1].kind == Node::Kind::map && begin >= 2)
                return text_[begin - 1] == '\n' && text_[begin - 2] == '\n';
        }
        return false;
    }

    TextEdit removal(const LocatedKey::Place& at) const {
        const std::size_t pairs = at.map->items.size() / 2;
        if (pairs == 1 && at.section) {
            for (std::size_t i = 0; i + 1 < root_.items.size(); i += 2)
                if (&root_.items[i] == at.section) return removal({&root_, nullptr, i, nullptr});
        }
        const PairSpans mine = spans(at);
        if (!is_flow(*at.map)) return removal_of_lines(mine);
        if (at.index + 2 < at.map->items.size())
            return {mine.name.begin, at.map->items[at.index + 2].offset - mine.name.begin, {}};
        if (at.index == 0) return {mine.name.begin, mine.value.end - mine.name.begin, {}};
        const std::size_t before =
            spans_.pair(at.map->items[at.index - 2], at.map->items[at.index - 1], true).value.end;
        return {before, mine.value.end - before, {}};
    }

    TextEdit removal_of_lines(const PairSpans& pair) const {
        std::size_t begin = spans_.line_begin(pair.name.begin);
        std::size_t end = spans_.line_end(pair.value.end);
        if (!trimmed(std::string_view(text_).substr(begin, pair.name.begin - begin)).empty())
            fail(key_, TUNEDESK_TRANSLATABLE("ErrorDetail", "its line contains other text too"));
        if (end < text_.size())
            ++end;
        else if (begin > 0)
            --begin; // the last line has no break of its own
        // If two empty lines become adjacent, one is removed too.
        const bool empty_before = begin >= 2 && text_[begin - 1] == '\n' && text_[begin - 2] == '\n';
        if (empty_before && (end >= text_.size() || text_[end] == '\n')) --begin;
        return {begin, end - begin, {}};
    }

    /// Reads the result back: `is_expected` takes this key's value, and all other values are as before.
    template <class Check>
    void verify(const TextEdit& edit, const Check& is_expected) const {
        const auto refuse = [&] {
            fail(key_, TUNEDESK_TRANSLATABLE(
                           "ErrorDetail", "it cannot be changed without touching other parts of the text"));
        };
        if (edit.offset + edit.removed > text_.size()) refuse();
        try {
            const LocatedKey after(edited(text_, edit), key_);
            if (located_.other_values() != after.other_values() || !is_expected(after.value())) refuse();
        } catch (const LocatedKey::NotYaml&) {
            refuse();
        }
    }

    const LocatedKey located_;
    const Key& key_;
    const std::string& text_;
    const Node& root_;
    const YamlSpans& spans_;
    const std::optional<LocatedKey::Place>& found_;
};

/// Brings an edit of the clean text to the text as it is.
TextEdit in_original(const std::string& text, TextEdit edit) {
    const bool crlf = text.find("\r\n") != std::string::npos;
    const auto original = [&](std::size_t clean) {
        std::size_t at = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
        for (; clean > 0 && at < text.size(); --clean)
            at += text.compare(at, 2, "\r\n") == 0 ? 2 : 1;
        return at;
    };
    std::string inserted;
    for (const char c : edit.inserted)
        inserted.append(c == '\n' && crlf ? "\r\n" : std::string(1, c));
    const std::size_t begin = original(edit.offset);
    return {begin, original(edit.offset + edit.removed) - begin, std::move(inserted)};
}

/// The one edit that makes `after` of `before`.
TextEdit edit_between(const std::string& before, const std::string& after) {
    const std::size_t shorter = std::min(before.size(), after.size());
    std::size_t head = 0, tail = 0;
    while (head < shorter && before[head] == after[head])
        ++head;
    while (tail < shorter - head && before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
        ++tail;
    return {head, before.size() - head - tail, after.substr(head, after.size() - head - tail)};
}

} // namespace

std::string edited(const std::string& text, const TextEdit& edit) {
    return std::string(text).replace(edit.offset, edit.removed, edit.inserted);
}

TextEdit edit_value(const std::string& text, const Key& key, std::string_view value) {
    if (has_control(value) || find_invalid_utf8(value))
        fail(key, TUNEDESK_TRANSLATABLE("ErrorDetail", "a value must be one line of text"));
    const std::string wanted(value);
    Editor editor(clean_text(text), key);
    if (!editor.must_move(wanted)) return in_original(text, editor.set(wanted));
    const std::string without = edited(text, in_original(text, editor.remove()));
    return edit_between(text, edited(without, edit_value(without, key, wanted)));
}

TextEdit edit_removal(const std::string& text, const Key& key) {
    return in_original(text, Editor(clean_text(text), key).remove());
}

} // namespace tunedesk::preset
