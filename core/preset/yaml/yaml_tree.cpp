// SPDX-License-Identifier: GPL-3.0-or-later
#include "preset/yaml/yaml_tree.h"

#include "base/text.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>
#include <sstream>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

namespace tunedesk::preset {

namespace {

/// Ends the parse: the text is of no use beyond this place.
struct Refused {
    Mark mark;
    Phrase what;
};

/// Turns yaml-cpp's byte columns into characters.
class Lines {
public:
    explicit Lines(std::string_view text) : text_(text), starts_{0} {
        for (std::size_t i = 0; i < text.size(); ++i)
            if (text[i] == '\n') starts_.push_back(i + 1);
    }

    Mark mark(const YAML::Mark& at) const {
        if (at.line < 0 || at.column < 0) return {};
        const auto line = std::min(static_cast<std::size_t>(at.line), starts_.size() - 1);
        const std::size_t end = offset(at);
        // Marks come in order: counting on from the last one keeps a text of one long line linear.
        if (line != last_line_ || end < last_end_) {
            last_line_ = line;
            last_end_ = starts_[line];
            last_column_ = 1;
        }
        last_column_ += characters(last_end_, end);
        last_end_ = end;
        return {static_cast<int>(line) + 1, last_column_};
    }

    std::size_t offset(const YAML::Mark& at) const {
        if (at.line < 0 || at.column < 0) return 0;
        const auto line = std::min(static_cast<std::size_t>(at.line), starts_.size() - 1);
        return std::min(starts_[line] + static_cast<std::size_t>(at.column), text_.size());
    }

    /// A line from its number, with what follows it.
    std::string_view line(int number) const {
        return text_.substr(starts_[static_cast<std::size_t>(number) - 1]);
    }

    /// Whether a quoted scalar that begins here, perhaps after its anchor, ends within the text.
    bool quote_is_closed(const YAML::Mark& at) const {
        if (at.line < 0 || static_cast<std::size_t>(at.line) >= starts_.size()) return true;
        std::size_t i = starts_[static_cast<std::size_t>(at.line)] + static_cast<std::size_t>(at.column);
        if (i < text_.size() && text_[i] == '&') {
            i = std::min(text_.find_first_of(" \n", i), text_.size());
            i = std::min(text_.find_first_not_of(" \n", i), text_.size());
        }
        if (i >= text_.size() || (text_[i] != '"' && text_[i] != '\'')) return true;
        const char quote = text_[i];
        for (++i; i < text_.size(); ++i) {
            if (quote == '"' && text_[i] == '\\')
                ++i;
            else if (text_[i] == quote && (quote == '"' || i + 1 >= text_.size() || text_[i + 1] != quote))
                return true;
            else if (text_[i] == quote)
                ++i;
        }
        return false;
    }

    Mark mark_of_byte(std::size_t byte) const {
        const auto line = std::upper_bound(starts_.begin(), starts_.end(), byte) - starts_.begin() - 1;
        return {static_cast<int>(line) + 1, 1 + characters(starts_[static_cast<std::size_t>(line)], byte)};
    }

private:
    int characters(std::size_t from, std::size_t to) const {
        int count = 0;
        for (std::size_t i = from; i < to; ++i)
            count += (static_cast<unsigned char>(text_[i]) & 0xC0) != 0x80;
        return count;
    }

    std::string_view text_;
    std::vector<std::size_t> starts_;
    mutable std::size_t last_line_ = 0, last_end_ = 0;
    mutable int last_column_ = 1;
};

/// Builds the tree from yaml-cpp's events. Its own document model keeps the first of two equal keys in
/// silence and follows cycles, hence this one.
class Builder : public YAML::EventHandler {
public:
    Builder(const Lines& lines, const std::string& shown, const YamlLimits& limits,
            std::vector<Problem>& problems)
        : lines_(lines), shown_(shown), limits_(limits), problems_(problems) {}

    Node take() { return std::move(root_); }

    void OnDocumentStart(const YAML::Mark&) override {}
    void OnDocumentEnd() override {}

    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        Node node;
        node.mark = lines_.mark(mark);
        close(std::move(node), anchor);
    }

    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        const Mark at = lines_.mark(mark);
        const auto found = anchors_.find(anchor);
        // An anchor is registered when its node is complete, so one that is not there is still open.
        if (found == anchors_.end()) throw Refused{at, Phrase(PhraseId::yaml_cycle)};
        count(found->second, at);
        Node copy = found->second;
        copy.mark = at;
        copy.offset = lines_.offset(mark);
        close(std::move(copy), 0, false);
    }

    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  const std::string& value) override {
        Node node;
        node.kind = Node::Kind::scalar;
        node.text = value;
        node.mark = lines_.mark(mark);
        node.offset = lines_.offset(mark);
        refuse_tag(tag, node.mark);
        // yaml-cpp ends an open quote with the text, and takes the keys below it for the value.
        if (tag == "!" && !lines_.quote_is_closed(mark))
            throw Refused{node.mark, Phrase(PhraseId::yaml_open_quote)};
        close(std::move(node), anchor);
    }

    void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override {
        open(Node::Kind::sequence, mark, tag, anchor);
    }
    void OnSequenceEnd() override { close_top(); }

    void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value) override {
        open(Node::Kind::map, mark, tag, anchor);
    }
    void OnMapEnd() override { close_top(); }

private:
    struct Frame {
        Node node;
        YAML::anchor_t anchor = 0;
        std::map<std::string, Mark> seen; ///< the keys of a map
        bool skip_value = false;          ///< the pending key is a duplicate
    };

    static void refuse_tag(const std::string& tag, Mark mark) {
        if (!tag.empty() && tag != "?" && tag != "!") throw Refused{mark, Phrase(PhraseId::yaml_tag)};
    }

    void open(Node::Kind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
        Frame frame;
        frame.node.kind = kind;
        frame.node.mark = lines_.mark(mark);
        frame.node.offset = lines_.offset(mark);
        frame.anchor = anchor;
        refuse_tag(tag, frame.node.mark);
        if (static_cast<int>(stack_.size()) >= limits_.depth)
            throw Refused{frame.node.mark, Phrase(PhraseId::yaml_deep, {std::to_string(limits_.depth)})};
        stack_.push_back(std::move(frame));
    }

    void close_top() {
        Frame frame = std::move(stack_.back());
        stack_.pop_back();
        close(std::move(frame.node), frame.anchor);
    }

    void count_one(const Node& node, Mark at) {
        nodes_ += 1;
        bytes_ += node.text.size();
        if (nodes_ > limits_.nodes)
            throw Refused{at, Phrase(PhraseId::yaml_values, {std::to_string(limits_.nodes)})};
        if (bytes_ > limits_.expanded_bytes)
            throw Refused{at, Phrase(PhraseId::yaml_expanded, {human_bytes(limits_.expanded_bytes)})};
    }

    void count(const Node& node, Mark at) {
        count_one(node, at);
        for (const Node& item : node.items)
            count(item, at);
    }

    /// A complete node becomes the item of what is open.
    void close(Node&& node, YAML::anchor_t anchor, bool counted_here = true) {
        if (counted_here) count_one(node, node.mark);
        if (anchor != 0) {
            count(node, node.mark); // the copy that aliases are made from
            anchors_[anchor] = node;
        }
        if (stack_.empty()) {
            root_ = std::move(node);
            return;
        }
        Frame& top = stack_.back();
        if (top.node.kind == Node::Kind::sequence)
            top.node.items.push_back(std::move(node));
        else if (top.node.items.size() % 2 == 0 && !top.skip_value)
            take_key(top, std::move(node));
        else if (top.skip_value)
            top.skip_value = false;
        else
            top.node.items.push_back(std::move(node));
    }

    void take_key(Frame& top, Node&& key) {
        if (key.kind != Node::Kind::scalar) throw Refused{key.mark, Phrase(PhraseId::yaml_key)};
        if (key.text == "<<") throw Refused{key.mark, Phrase(PhraseId::yaml_merge)};
        const auto [earlier, added] = top.seen.emplace(key.text, key.mark);
        if (added) {
            top.node.items.push_back(std::move(key));
            return;
        }
        top.skip_value = true;
        problems_.push_back({place_of(shown_, key.mark), key.text,
                             Phrase(PhraseId::key_twice, {std::to_string(earlier->second.line)})});
    }

    const Lines& lines_;
    const std::string& shown_;
    const YamlLimits& limits_;
    std::vector<Problem>& problems_;
    std::vector<Frame> stack_;
    std::map<YAML::anchor_t, Node> anchors_;
    std::size_t nodes_ = 0, bytes_ = 0;
    Node root_;
};

/// With or without its mark.
bool is_utf16(std::string_view text) {
    if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) return true;
    const auto is_nul = [&](std::size_t i) { return text[i] == '\0'; };
    return text.size() >= 4 && is_nul(0) == is_nul(2) && is_nul(1) == is_nul(3) && is_nul(0) != is_nul(1);
}

constexpr const char* utf16_reason = TUNEDESK_TRANSLATABLE("Yaml", "the file is UTF-16; save it as UTF-8");
constexpr const char* lone_cr_reason = TUNEDESK_TRANSLATABLE(
    "Yaml", "a line ends with a carriage return (CR) alone; save the file with line ends LF or CRLF");

/// What must hold before yaml-cpp sees the text: it guesses UTF-16 from NUL bytes, and keeps every token of
/// an unclosed bracket in memory.
void check_text(std::string_view text, const Lines& lines, const YamlLimits& limits) {
    if (is_utf16(text)) throw Refused{{}, Phrase(PhraseId::yaml_invalid, {utf16_reason})};
    std::size_t brackets = 0, commas = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if (byte == '\r')
            throw Refused{lines.mark_of_byte(i), Phrase(PhraseId::yaml_invalid, {lone_cr_reason})};
        if ((byte < 0x20 && byte != '\t' && byte != '\n') || byte == 0x7f)
            throw Refused{lines.mark_of_byte(i),
                          Phrase(PhraseId::yaml_control, {fmt::format("0x{:02x}", byte)})};
        if ((byte == '[' || byte == '{') && ++brackets > limits.brackets)
            throw Refused{lines.mark_of_byte(i),
                          Phrase(PhraseId::yaml_brackets, {std::to_string(limits.brackets)})};
        // A list on one line may be a key: yaml-cpp keeps all of it as tokens of 280 bytes.
        if (byte == ',' && brackets > 0 && ++commas > limits.commas)
            throw Refused{lines.mark_of_byte(i),
                          Phrase(PhraseId::yaml_commas, {std::to_string(limits.commas)})};
    }
    if (const auto bad = find_invalid_utf8(text))
        throw Refused{lines.mark_of_byte(*bad), Phrase(PhraseId::yaml_encoding)};
}

Node parse_document(const std::string& text, const Lines& lines, const std::string& shown,
                    const YamlLimits& limits, std::vector<Problem>& problems) {
    check_text(text, lines, limits);
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    Builder builder(lines, shown, limits, problems);
    if (!parser.HandleNextDocument(builder)) return Node{Node::Kind::map, {}, {}, 0, {}};
    Node root = builder.take();
    Builder second(lines, shown, limits, problems);
    if (parser.HandleNextDocument(second))
        throw Refused{second.take().mark, Phrase(PhraseId::yaml_documents)};
    if (root.kind == Node::Kind::null) root.kind = Node::Kind::map;
    if (root.kind != Node::Kind::map) throw Refused{root.mark, Phrase(PhraseId::yaml_no_map)};
    return root;
}

} // namespace

const Node* Node::find(std::string_view key) const {
    for (std::size_t i = 0; kind == Kind::map && i + 1 < items.size(); i += 2)
        if (items[i].text == key) return &items[i + 1];
    return nullptr;
}

std::string clean_text(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    std::string result;
    result.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] != '\r' || i + 1 == text.size() || text[i + 1] != '\n') result += text[i];
    return result;
}

std::string place_of(const std::string& shown_name, Mark mark) {
    return fmt::format("{}:{}:{}", shown_name, mark.line, mark.column);
}

std::optional<Node> read_yaml(std::string_view text, const std::string& shown_name,
                              std::vector<Problem>& problems, YamlLimits limits) {
    if (text.size() > limits.bytes) {
        problems.push_back(
            {place_of(shown_name, {}), "",
             Phrase(PhraseId::yaml_large, {human_bytes(text.size()), human_bytes(limits.bytes)})});
        return std::nullopt;
    }
    const std::string clean = clean_text(text);
    const Lines lines(clean);
    try {
        return parse_document(clean, lines, shown_name, limits, problems);
    } catch (const Refused& refused) {
        problems.push_back({place_of(shown_name, refused.mark), "", refused.what});
    } catch (const YAML::Exception& error) {
        const Mark at = lines.mark(error.mark);
        const bool tab = lines.line(at.line).starts_with('\t');
        problems.push_back({place_of(shown_name, at), "",
                            tab ? Phrase(PhraseId::yaml_tab) : Phrase(PhraseId::yaml_invalid, {error.msg})});
    }
    return std::nullopt;
}

} // namespace tunedesk::preset
