// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Shared by the benchmarks of kernels: input rows and reporting of rates.

#include "base/clock.h"
#include "limits.h"
#include "model/batch.h"

#include <benchmark/benchmark.h>
#include <functional>
#include <memory>
#include <numeric>

namespace tunedesk::bench {

inline constexpr std::int64_t width = 384, wide = 1536;
inline constexpr int heads = 12;

inline Limits limits;

/// A packed batch of 12 reviews.
inline std::shared_ptr<const model::Batch> reviews() {
    static const std::vector<std::int32_t> ids = [] {
        std::vector<std::int32_t> all(512);
        std::iota(all.begin(), all.end(), 1000);
        return all;
    }();
    std::vector<model::Sample> samples;
    for (const std::size_t length : {512, 512, 410, 350, 300, 260, 230, 200, 180, 160, 140, 100})
        samples.push_back({static_cast<std::uint32_t>(samples.size()), std::span(ids).first(length), 0, 0});
    return std::make_shared<const model::Batch>(model::make_batch(samples, false, 0));
}

/// Measures work() and prints its rate in `unit` of `per_call`, and the rate as a fraction of the limit.
template <class Work>
void measure(benchmark::State& state, const char* unit, double per_call, double limit, Work work,
             const std::function<void()>& prepare = {}) {
    double total = 0;
    for (auto _ : state) {
        if (prepare) prepare();
        const double start = monotonic_seconds();
        work();
        const double seconds = monotonic_seconds() - start;
        state.SetIterationTime(seconds);
        total += seconds;
    }
    const double rate = per_call * static_cast<double>(state.iterations()) / total;
    state.counters[unit] = rate;
    if (limit > 0) state.counters["share"] = rate / limit;
}

inline constexpr float dropout_share = 0.1f;

} // namespace tunedesk::bench
