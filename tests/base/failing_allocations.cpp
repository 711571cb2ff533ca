// SPDX-License-Identifier: GPL-3.0-or-later
// operator new of the whole test program, of which one call can be made to fail. Sanitizers see malloc as
// ever.

#include "base/disk_calls.h"

#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

thread_local int left = 0; ///< allocations until the one that fails; 0: none does
thread_local bool hit_now = false;

bool fails() {
    if (left == 0 || --left > 0) return false;
    hit_now = true;
    return true;
}

void* allocated(std::size_t size, std::size_t alignment = 0) {
    if (fails()) return nullptr;
    if (size == 0) size = 1;
    if (alignment <= alignof(std::max_align_t)) return std::malloc(size);
    return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

void* or_throw(void* memory) {
    if (!memory) throw std::bad_alloc();
    return memory;
}

} // namespace

namespace tunedesk::test {

FailingAllocation::FailingAllocation(int nth) {
    hit_now = false;
    left = nth;
}

void FailingAllocation::disarm() {
    left = 0;
}

bool FailingAllocation::hit() const {
    return hit_now;
}

} // namespace tunedesk::test

void* operator new(std::size_t size) {
    return or_throw(allocated(size));
}
void* operator new[](std::size_t size) {
    return or_throw(allocated(size));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    return allocated(size);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
    return allocated(size);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    return or_throw(allocated(size, static_cast<std::size_t>(alignment)));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
    return or_throw(allocated(size, static_cast<std::size_t>(alignment)));
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete[](void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}
