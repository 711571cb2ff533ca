// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory/page_heap.h"

#include <algorithm>
#include <iterator>
#include <sys/mman.h>

namespace tunedesk::memory {

namespace {

constexpr std::size_t page = 4096, reserved_at_a_time = 64 << 20;

std::size_t in_pages(std::size_t bytes) {
    return (bytes + page - 1) / page * page;
}

void* pointer(std::uintptr_t address) {
    return reinterpret_cast<void*>(address); // NOLINT(performance-no-int-to-ptr)
}

} // namespace

void PageHeap::Ranges::erase(ByAddress::iterator range) {
    by_size_.erase({range->second, range->first});
    by_address_.erase(range);
}

void PageHeap::Ranges::insert(std::uintptr_t begin, std::size_t size) {
    by_address_.emplace(begin, size);
    by_size_.emplace(size, begin);
}

void PageHeap::Ranges::add(std::uintptr_t begin, std::size_t size) {
    const auto next = by_address_.lower_bound(begin);
    const auto before = next == by_address_.begin() ? by_address_.end() : std::prev(next);
    std::size_t whole = size;
    if (next != by_address_.end() && next->first == begin + size) {
        whole += next->second;
        erase(next);
    }
    if (before != by_address_.end() && before->first + before->second == begin) {
        begin = before->first;
        whole += before->second;
        erase(before);
    }
    insert(begin, whole);
}

std::uintptr_t PageHeap::Ranges::cut(std::size_t size) {
    const auto found = by_size_.lower_bound({size, 0});
    if (found == by_size_.end()) return 0;
    const auto [whole, begin] = *found;
    erase(by_address_.find(begin));
    if (whole > size) insert(begin + size, whole - size);
    return begin;
}

std::pair<std::uintptr_t, std::size_t> PageHeap::Ranges::cut_from_largest(std::size_t size) {
    if (by_size_.empty()) return {0, 0};
    const auto [whole, begin] = *by_size_.rbegin();
    const std::size_t part = std::min(size, whole);
    erase(by_address_.find(begin));
    if (whole > part) insert(begin, whole - part);
    return {begin + whole - part, part};
}

std::uintptr_t PageHeap::take_fresh(std::size_t size) {
    if (const std::uintptr_t found = fresh_.cut(size)) return found;
    const std::size_t wanted = std::max(size, reserved_at_a_time);
    for (const std::size_t reserved : {wanted, size}) {
        void* mapped = ::mmap(nullptr, reserved, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (mapped == MAP_FAILED) continue;
        ::madvise(mapped, reserved, MADV_HUGEPAGE); // where the kernel has them: steps of some 3 % less time
        fresh_.add(reinterpret_cast<std::uintptr_t>(mapped), reserved);
        return fresh_.cut(size);
    }
    return 0;
}

void* PageHeap::take(std::size_t bytes) {
    const std::size_t size = in_pages(bytes);
    const std::lock_guard lock(mutex_);
    std::uintptr_t block = written_.cut(size);
    if (block) {
        figures_.kept -= size;
    } else {
        block = take_fresh(size);
        if (!block) return nullptr;
    }
    figures_.used += size;
    figures_.most_used = std::max(figures_.most_used, figures_.used);
    while (figures_.used + figures_.kept > figures_.most_used) {
        const auto [begin, part] =
            written_.cut_from_largest(figures_.used + figures_.kept - figures_.most_used);
        ::madvise(pointer(begin), part, MADV_DONTNEED);
        fresh_.add(begin, part);
        figures_.kept -= part;
    }
    return pointer(block);
}

void PageHeap::give(void* block, std::size_t bytes) {
    const std::size_t size = in_pages(bytes);
    const std::lock_guard lock(mutex_);
    written_.add(reinterpret_cast<std::uintptr_t>(block), size);
    figures_.used -= size;
    figures_.kept += size;
}

PageHeap::Figures PageHeap::figures() const {
    const std::lock_guard lock(mutex_);
    return figures_;
}

} // namespace tunedesk::memory
