// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/byte_trie.h"

namespace tunedesk {

namespace {

constexpr std::uint16_t most_scanned = 4; ///< children that are as fast without a table
constexpr std::size_t places_a_node = 4;  ///< of the tables, so that sparse ones do not fill the memory

} // namespace

void ByteTrie::add_table(Node& node) {
    const std::uint32_t first = node.first;
    const std::uint8_t low = nodes_[first].byte;
    const std::size_t span = nodes_[first + node.count - 1u].byte - low + std::size_t{1};
    const std::size_t offset = table_.size();
    if (offset + span > places_a_node * nodes_.size()) return;
    table_.resize(offset + span);
    for (std::uint32_t i = first; i < first + node.count; ++i)
        table_[offset + nodes_[i].byte - low] = i;
    node.first = static_cast<std::uint32_t>(offset);
    node.count = static_cast<std::uint16_t>(span);
    node.low = low;
    node.has_table = true;
}

ByteTrie::ByteTrie(std::vector<Key> keys) {
    std::stable_sort(keys.begin(), keys.end(), [](const Key& a, const Key& b) { return a.text < b.text; });
    // Breadth first: node i stands for a range of the sorted keys that share their first `depth` bytes.
    struct Range {
        std::uint32_t first, last, depth;
    };
    std::vector<Range> ranges{{0, static_cast<std::uint32_t>(keys.size()), 0}};
    nodes_.emplace_back();
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        auto [first, last, depth] = ranges[i];
        for (; first < last && keys[first].text.size() == depth; ++first)
            nodes_[i].value = keys[first].value;
        nodes_[i].first = static_cast<std::uint32_t>(nodes_.size());
        while (first < last) {
            const char byte = keys[first].text[depth];
            const std::uint32_t begin = first;
            while (first < last && keys[first].text[depth] == byte)
                ++first;
            ranges.push_back({begin, first, depth + 1});
            nodes_.emplace_back().byte = static_cast<std::uint8_t>(byte);
        }
        nodes_[i].count = static_cast<std::uint16_t>(nodes_.size() - nodes_[i].first);
    }
    for (std::uint32_t i = nodes_[0].first; i < nodes_[0].first + nodes_[0].count; ++i)
        root_[nodes_[i].byte] = i;
    for (Node& node : nodes_) // the first are the nearest to the root
        if (node.count > most_scanned) add_table(node);
}

ByteTrie::Match ByteTrie::longest(std::string_view text) const {
    Match match;
    for_each_prefix(text, [&](std::size_t length, std::int32_t value) { match = {length, value}; });
    return match;
}

} // namespace tunedesk
