// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <utility>

namespace tunedesk::memory {

/// Allocates large blocks as whole pages from the kernel. Freed blocks are reused first, because fresh pages
/// of the kernel cost time. Blocks in use and freed blocks together never hold more pages than the largest
/// number that was in use at one moment: freed pages beyond it are returned to the kernel. A process
/// therefore needs the memory of its largest step although block sizes differ between steps, whereas malloc's
/// heap grows with every size that does not fit into a gap. Blocks are never moved; addresses are not
/// returned. Thread rule: any thread.
class PageHeap {
public:
    PageHeap() = default;
    PageHeap(const PageHeap&) = delete;
    PageHeap& operator=(const PageHeap&) = delete;

    /// Allocates whole pages, not zeroed; nullptr if the kernel refuses. `bytes` > 0.
    void* take(std::size_t bytes);
    /// Frees a block of take() with the same `bytes`.
    void give(void* block, std::size_t bytes);

    struct Figures {
        std::size_t used = 0, kept = 0; ///< bytes in blocks, and in freed pages that remain resident
        std::size_t most_used = 0;
    };
    Figures figures() const;

private:
    /// Free ranges of one kind: of written pages, or of pages that the kernel fills with zeros on first
    /// access.
    class Ranges {
    public:
        void add(std::uintptr_t begin, std::size_t size);
        /// Removes `size` bytes from the beginning of the smallest range that is large enough; 0 if there is
        /// none.
        std::uintptr_t cut(std::size_t size);
        /// Removes up to `size` bytes from the end of the largest range; returns their address and number.
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
