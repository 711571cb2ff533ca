// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cuda/alone.h"
#include "cuda/row_parts.cuh"

#include <ATen/ATen.h>
#include <QTest>
#include <algorithm>
#include <barrier>
#include <deque>
#include <numeric>
#include <thread>
#include <vector>

/// Shared by tests of the GPU's row kernels, whose bodies run on the host.
namespace tunedesk::test {

/// Threads that compute a row together, like a GPU's block of warps.
class Crew {
    struct Meeting {
        std::barrier<> barrier;
        std::vector<float> values;
        explicit Meeting(int count) : barrier(count), values(static_cast<std::size_t>(count)) {}
    };
    /// The interface of one member to the others.
    struct Member {
        Meeting* meeting = nullptr;
        int number = 0;
        int member() const { return number; }
        int size() const { return static_cast<int>(meeting->values.size()); }
        void settle() const { meeting->barrier.arrive_and_wait(); }
        template <class Fold>
        float folded(float one, Fold fold) const {
            meeting->values[static_cast<std::size_t>(number)] = one;
            settle();
            const float result = fold(meeting->values);
            settle();
            return result;
        }
        float sum(float one) const {
            return folded(one, [](const auto& all) { return std::accumulate(all.begin(), all.end(), 0.0f); });
        }
        float most(float one) const {
            return folded(one, [](const auto& all) { return *std::ranges::max_element(all); });
        }
    };

public:
    struct Team : Member {
        Member own;
        int own_number = 0, part_count = 0;
        Member part() const { return own; }
        int part_number() const { return own_number; }
        int parts() const { return part_count; }
    };

    Crew(int parts, int part_size) : part_size_(part_size), all_(parts * part_size) {
        for (int i = 0; i < parts; ++i)
            parts_.emplace_back(part_size);
    }

    /// Runs body(team) concurrently as every member.
    template <class Body>
    void run(const Body& body) {
        std::vector<std::jthread> threads;
        for (int i = 0; i < static_cast<int>(all_.values.size()); ++i) {
            const int part = i / part_size_;
            const Team team{{&all_, i},
                            {&parts_[static_cast<std::size_t>(part)], i % part_size_},
                            part,
                            static_cast<int>(parts_.size())};
            threads.emplace_back([&body, team] { body(team); });
        }
    }

private:
    int part_size_;
    Meeting all_;
    std::deque<Meeting> parts_;
};

inline float* numbers(const at::Tensor& tensor) {
    return tensor.mutable_data_ptr<float>();
}

inline rows::Dropout dropout_of(double probability) {
    return {static_cast<rows::Word>(probability * 4294967296.0),
            static_cast<float>(1 / (1 - probability)),
            123,
            4ull << 33,
            nullptr,
            nullptr};
}

/// The factors by which a dropout multiplies a tensor's elements.
inline at::Tensor factors_of(const rows::Dropout& dropout, std::int64_t count, std::int64_t width) {
    at::Tensor all = at::empty({count, width}, at::kFloat);
    const auto groups = static_cast<rows::Long>((width + 3) / 4);
    for (std::int64_t row = 0; row < count; ++row)
        for (std::int64_t column = 0; column < width; ++column)
            numbers(all)[row * width + column] =
                rows::factors(dropout,
                              static_cast<rows::Long>(row) * groups + static_cast<rows::Long>(column / 4))
                    .values[column % 4];
    return all;
}

inline bool near(const at::Tensor& ours, const at::Tensor& theirs, double bound) {
    const at::Tensor a = ours.to(at::kDouble), b = theirs.to(at::kDouble);
    const double top = b.abs().max().item<double>(), error = (a - b).abs().max().item<double>();
    if (error <= bound * top) return true;
    qWarning("error %g of %g", error, top);
    return false;
}

} // namespace tunedesk::test
