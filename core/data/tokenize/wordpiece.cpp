#include "data/tokenize/wordpiece.h"

#include <algorithm>

namespace tunedesk::data {

ByteTrie::ByteTrie(std::vector<Key> keys) {
    std::stable_sort(keys.begin(), keys.end(), [](const Key& a, const Key& b) { return a.text < b.text; });
    // Breadth first: node i stands for a range of the sorted keys that share their first `depth` bytes.
    struct Range {
        std::uint32_t first, last, depth;
    };
    std::vector<Range> ranges{{0, static_cast<std::uint32_t>(keys.size()), 0}};
    nodes_.emplace_back();
    byte_.push_back(0);
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        auto [first, last, depth] = ranges[i];
        for (; first < last && keys[first].text.size() == depth; ++first)
            nodes_[i].value = keys[first].value;
        nodes_[i].first_child = static_cast<std::uint32_t>(nodes_.size());
        while (first < last) {
            const char byte = keys[first].text[depth];
            const std::uint32_t begin = first;
            while (first < last && keys[first].text[depth] == byte)
                ++first;
            ranges.push_back({begin, first, depth + 1});
            nodes_.emplace_back();
            byte_.push_back(static_cast<unsigned char>(byte));
        }
        nodes_[i].children = static_cast<std::uint32_t>(nodes_.size()) - nodes_[i].first_child;
    }
    for (std::uint32_t i = 0; i < nodes_[0].children; ++i)
        root_[byte_[nodes_[0].first_child + i]] = nodes_[0].first_child + i;
}

std::uint32_t ByteTrie::child(const Node& node, unsigned char byte) const {
    const auto* begin = byte_.data() + node.first_child;
    const auto* end = begin + node.children;
    if (node.children > 8) {
        begin = std::lower_bound(begin, end, byte);
    } else {
        while (begin != end && *begin < byte)
            ++begin;
    }
    return begin != end && *begin == byte ? static_cast<std::uint32_t>(begin - byte_.data()) : 0;
}

ByteTrie::Match ByteTrie::longest(std::string_view text) const {
    Match match;
    if (nodes_.empty() || text.empty()) return match;
    std::uint32_t node = root_[static_cast<unsigned char>(text[0])];
    for (std::size_t depth = 1; node != 0; ++depth) {
        if (nodes_[node].value >= 0) match = {depth, nodes_[node].value};
        if (depth == text.size()) break;
        node = child(nodes_[node], static_cast<unsigned char>(text[depth]));
    }
    return match;
}

WordPiece::WordPiece(std::span<const VocabularyPiece> vocab, std::string_view prefix, std::int32_t unknown_id,
                     std::size_t max_chars_per_word)
    : unknown_id_(unknown_id), max_chars_(max_chars_per_word) {
    std::vector<ByteTrie::Key> first, rest;
    for (const VocabularyPiece& piece : vocab) {
        const std::string_view text = piece.text;
        if (!text.empty()) first.push_back({text, piece.id});
        if (text.size() > prefix.size() && text.starts_with(prefix))
            rest.push_back({text.substr(prefix.size()), piece.id});
    }
    first_ = ByteTrie(std::move(first));
    rest_ = ByteTrie(std::move(rest));
}

void WordPiece::tokenize(std::string_view word, std::vector<std::int32_t>& ids) const {
    const auto is_lead = [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; };
    const auto chars = static_cast<std::size_t>(std::count_if(word.begin(), word.end(), is_lead));
    const std::size_t begin = ids.size();
    bool known = chars <= max_chars_;
    for (const ByteTrie* trie = &first_; known && !word.empty(); trie = &rest_) {
        const ByteTrie::Match match = trie->longest(word);
        known = match.length > 0;
        if (!known) break;
        ids.push_back(match.value);
        word.remove_prefix(match.length);
    }
    if (known) return;
    ids.resize(begin);
    ids.push_back(unknown_id_);
}

} // namespace tunedesk::data
