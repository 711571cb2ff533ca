// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <utility>

namespace tunedesk::memory {

/// Memory for large blocks, in whole pages straight from the kernel. What is freed is given out again first,
/// for the kernel's fresh pages cost time; but blocks in use and freed ones together never hold more pages
/// than the blocks in use have held at one moment: beyond it freed ones go back to the kernel. So a process
/// needs what its largest step needs, though each step's blocks have other sizes, where malloc's heap grows
/// with every size that does not fit into a gap. Blocks are never moved; addresses are not given back.
/// Thread rule: any thread.
class PageHeap {
public:
    PageHeap() = default;
    PageHeap(const PageHeap&) = delete;
    PageHeap& operator=(const PageHeap&) = delete;

    /// Whole pages, not zeroed; nullptr if the kernel refuses. `bytes` > 0.
    void* take(std::size_t bytes);
    /// A block of take() with the same `bytes`.
    void give(void* block, std::size_t bytes);

    struct Figures {
        std::size_t used = 0, kept = 0; ///< bytes of blocks, and of freed pages that stay resident
        std::size_t most_used = 0;
    };
    Figures figures() const;

private:
    /// Free ranges of one kind: pages that were written, or that the kernel fills with zeros when touched.
    class Ranges {
    public:
        void add(std::uintptr_t begin, std::size_t size);
        /// The smallest range of at least `size`, cut from its beginning; 0 where there is none.
        std::uintptr_t cut(std::size_t size);
        /// Up to `size` bytes of the end of the largest range: where and how many.
        std::pair<std::uintptr_t, std::size_t> cut_from_largest(std::size_t size);

    private:
        using ByAddress = std::map<std::uintptr_t, std::size_t>;
        void erase(ByAddress::iterator range);
        void insert(std::uintptr_t begin, std::size_t size);

        ByAddress by_address_;
        std::set<std::pair<std::size_t, std::uintptr_t>> by_size_;
    };

    std::uintptr_t take_fresh(std::size_t size);

    mutable std::mutex mutex_;
    Ranges written_, fresh_;
    Figures figures_;
};

} // namespace tunedesk::memory
