#include "base/byte_trie.h"

namespace tunedesk {

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

ByteTrie::Match ByteTrie::longest(std::string_view text) const {
    Match match;
    for_each_prefix(text, [&](std::size_t length, std::int32_t value) { match = {length, value}; });
    return match;
}

} // namespace tunedesk
