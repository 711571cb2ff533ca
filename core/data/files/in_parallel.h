// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace tunedesk::data {

/// Calls work(0), work(1), ... below `count`, each once, from `threads` threads including the caller's;
/// started in ascending order, several concurrently. The first exception stops it and is rethrown here.
template <class Work>
void for_each_in_parallel(std::size_t count, int threads, Work work) {
    std::atomic<std::size_t> next = 0;
    std::exception_ptr failure;
    std::mutex failing;
    const auto take = [&] {
        try {
            for (std::size_t i = next++; i < count; i = next++)
                work(i);
        } catch (...) {
            const std::scoped_lock lock(failing);
            if (!failure) failure = std::current_exception();
            next = count;
        }
    };
    {
        std::vector<std::jthread> helpers;
        for (std::size_t i = 1; i < std::min<std::size_t>(count, static_cast<std::size_t>(threads)); ++i)
            helpers.emplace_back(take);
        take();
    }
    if (failure) std::rethrow_exception(failure);
}

} // namespace tunedesk::data
