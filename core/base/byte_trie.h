#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

namespace tunedesk {

/// A set of byte strings with a number each, for finding those that a text begins with. Its nodes
/// lie in two arrays, the children of a node side by side in byte order. Thread rule: immutable.
class ByteTrie {
public:
    struct Key {
        std::string_view text; ///< not empty
        std::int32_t value;    ///< from 0
    };
    struct Match {
        std::size_t length = 0; ///< 0: none
        std::int32_t value = -1;
    };

    ByteTrie() = default;
    /// Of equal keys the last counts.
    explicit ByteTrie(std::vector<Key> keys);

    Match longest(std::string_view text) const;
    /// Calls visit(its length, its number) for each key that the text begins with, the shortest first.
    template <typename Visit>
    void for_each_prefix(std::string_view text, Visit visit) const {
        if (nodes_.empty() || text.empty()) return;
        std::uint32_t node = root_[static_cast<unsigned char>(text[0])];
        for (std::size_t depth = 1; node != 0; ++depth) {
            if (nodes_[node].value >= 0) visit(depth, nodes_[node].value);
            if (depth == text.size()) break;
            node = child(nodes_[node], static_cast<unsigned char>(text[depth]));
        }
    }
    bool empty() const { return nodes_.size() < 2; }
    bool begins(unsigned char byte) const { return !empty() && root_[byte] != 0; }

private:
    struct Node {
        std::int32_t value = -1;
        std::uint32_t first_child = 0;
        std::uint32_t children = 0;
    };
    std::uint32_t child(const Node& node, unsigned char byte) const {
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

    std::vector<Node> nodes_;         ///< 0 is the root
    std::vector<unsigned char> byte_; ///< by which a node is reached
    std::uint32_t root_[256] = {};    ///< its children, 0: none
};

} // namespace tunedesk
