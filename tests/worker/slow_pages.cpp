// SPDX-License-Identifier: GPL-3.0-or-later
// A library to preload: once the file SLOW_PAGES_WHEN is there, the next look at a file mapped from *.tokens
// takes SLOW_PAGES_SECONDS, as on a disk that stalls. Only once.

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <dlfcn.h>
#include <iterator>
#include <string>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

namespace {

struct Region {
    void* begin = nullptr;
    std::size_t bytes = 0;
};

/// Only added to before the pages are taken away, only read after.
Region regions[8];
std::size_t region_count = 0;
unsigned stall_seconds = 0;

void allow(int protection) {
    for (std::size_t i = 0; i < region_count; ++i)
        ::mprotect(regions[i].begin, regions[i].bytes, protection);
}

bool is_taken_away(const void* address) {
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    for (std::size_t i = 0; i < region_count; ++i) {
        const auto begin = reinterpret_cast<std::uintptr_t>(regions[i].begin);
        if (at >= begin && at < begin + regions[i].bytes) return true;
    }
    return false;
}

void stall(int signal, siginfo_t* info, void*) {
    if (!is_taken_away(info->si_addr)) {
        ::signal(signal, SIG_DFL); // what faulted does so again
        return;
    }
    const int number = errno;
    for (unsigned left = stall_seconds; left > 0;)
        left = ::sleep(left);
    allow(PROT_READ);
    errno = number;
}

void take_away_later() {
    const char* seconds = std::getenv("SLOW_PAGES_SECONDS");
    const char* when = std::getenv("SLOW_PAGES_WHEN");
    if (!seconds || !when) return;
    stall_seconds = static_cast<unsigned>(std::atoi(seconds));
    std::thread([when = std::string(when)] {
        while (::access(when.c_str(), F_OK) != 0)
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        struct sigaction action {};
        action.sa_sigaction = stall;
        action.sa_flags = SA_SIGINFO;
        ::sigaction(SIGSEGV, &action, nullptr);
        allow(PROT_NONE);
    }).detach();
}

std::string name_of(int fd) {
    char name[4096];
    const ssize_t size = ::readlink(("/proc/self/fd/" + std::to_string(fd)).c_str(), name, sizeof name);
    return {name, static_cast<std::size_t>(size < 0 ? 0 : size)};
}

} // namespace

extern "C" __attribute__((visibility("default"))) void* mmap(void* address, size_t bytes, int protection,
                                                             int flags, int fd, off_t offset) noexcept {
    using Map = void* (*)(void*, size_t, int, int, int, off_t);
    static const auto next = reinterpret_cast<Map>(::dlsym(RTLD_NEXT, "mmap"));
    void* const mapped = next(address, bytes, protection, flags, fd, offset);
    if (fd < 0 || mapped == MAP_FAILED || region_count == std::size(regions)) return mapped;
    if (!name_of(fd).ends_with(".tokens")) return mapped;
    regions[region_count++] = {mapped, bytes};
    if (region_count == 1) take_away_later();
    return mapped;
}
