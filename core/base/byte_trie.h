// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

namespace tunedesk {

/// Maps byte strings to numbers, for finding the keys that are prefixes of a text. The children of a node are
/// adjacent; a node with many children has a table indexed by byte. Thread rule: immutable.
class ByteTrie {
public:
    struct Key {
        std::string_view text; ///< not empty
        std::int32_t value;    ///< from 0
    };
    struct Match {
        std::size_t length = 0; ///< 0: no match
        std::int32_t value = -1;
    };

    ByteTrie() = default;
    /// For equal keys the last value is used.
    explicit ByteTrie(std::vector<Key> keys);

    Match longest(std::string_view text) const;
    /// Calls visit(length, value) for each key that is a prefix of the text, the shortest first.
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
        std::uint32_t first = 0; ///< index of the first child in nodes_, or of the first entry in table_
        std::uint16_t count = 0; ///< number of children, or of entries in the table
        std::uint8_t byte = 0;   ///< the edge from the parent
        std::uint8_t low = 0;    ///< byte of the table's first entry, if has_table
        bool has_table = false;
    };
    void add_table(Node& node);
    std::uint32_t child(const Node& node, unsigned char byte) const {
        if (node.has_table) {
            const unsigned place =
                static_cast<unsigned>(byte) - node.low; // wraps to a large value for bytes below `low`
            return place < node.count ? table_[node.first + place] : 0;
        }
        for (std::uint32_t i = node.first; i < node.first + node.count; ++i)
            if (nodes_[i].byte == byte) return i;
        return 0;
    }

    std::vector<Node> nodes_; ///< 0 is the root
    std::vector<std::uint32_t> table_;
    std::uint32_t root_[256] = {}; ///< the root's children by byte; 0: none
};

} // namespace tunedesk
