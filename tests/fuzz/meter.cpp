// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz/meter.h"

#include <atomic>
#include <cstddef>
#include <ctime>

#include <malloc.h>

#if defined(__SANITIZE_ADDRESS__)
#define TUNEDESK_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TUNEDESK_ASAN 1
#endif
#endif

#ifdef TUNEDESK_ASAN
// Of sanitizer/allocator_interface.h, which GCC does not bring.
extern "C" {
int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void*, std::size_t),
                                              void (*on_free)(const volatile void*));
std::size_t __sanitizer_get_allocated_size(const volatile void* place);
}
#else
#include <cstdlib>
#include <new>
#endif

namespace fuzz::meter {

namespace {

std::atomic<std::int64_t> live = 0, most = 0;

void count(std::int64_t bytes) {
    const std::int64_t now = live += bytes;
    std::int64_t before = most;
    while (now > before && !most.compare_exchange_weak(before, now)) {
    }
}

#ifdef TUNEDESK_ASAN
constexpr bool sanitized = true;
void install() {
    static const int installed = __sanitizer_install_malloc_and_free_hooks(
        [](const volatile void*, std::size_t bytes) { count(static_cast<std::int64_t>(bytes)); },
        [](const volatile void* place) {
            if (place) count(-static_cast<std::int64_t>(__sanitizer_get_allocated_size(place)));
        });
    (void)installed;
}
#else
constexpr bool sanitized = false;
void install() {}
#endif

} // namespace

const bool is_sanitized = sanitized;

double cpu_seconds() {
    timespec now{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

Cost::Cost() : begin_(cpu_seconds()) {
    install();
    before_ = live;
    most = before_;
}

std::int64_t Cost::bytes() const {
    return most - before_;
}

} // namespace fuzz::meter

#ifndef TUNEDESK_ASAN
// NOLINTBEGIN: the program's own operators
void* operator new(std::size_t bytes) {
    void* place = std::malloc(bytes ? bytes : 1);
    if (!place) throw std::bad_alloc();
    fuzz::meter::count(static_cast<std::int64_t>(::malloc_usable_size(place)));
    return place;
}
void operator delete(void* place) noexcept {
    if (place) fuzz::meter::count(-static_cast<std::int64_t>(::malloc_usable_size(place)));
    std::free(place);
}
void operator delete(void* place, std::size_t) noexcept {
    ::operator delete(place);
}
// NOLINTEND
#endif
