// SPDX-License-Identifier: GPL-3.0-or-later
#include "simulated/misbehaviour.h"

#include "simulated/settings.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <string_view>
#include <thread>

namespace tunedesk::simulated {

namespace {

constexpr int late = 100;

bool is_product(std::string_view name) {
    return name == "aten::mm" || name == "aten::addmm" || name == "aten::bmm" || name == "aten::mm.out" ||
           name == "aten::addmm.out";
}

void scale(torch::jit::Stack& results, double factor, std::optional<at::ScalarType> only) {
    for (c10::IValue& value : results)
        if (value.isTensor() && (!only || value.toTensor().scalar_type() == *only))
            value.toTensor().mul_(factor);
}

} // namespace

bool misbehaves(std::string_view how) {
    std::string_view list = settings().misbehaviour;
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(','), list.size());
        if (list.substr(0, end) == how) return true;
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return false;
}

void refuse_operator() {
    static std::atomic<int> operators = 0;
    TORCH_CHECK(!misbehaves("architecture"),
                "CUDA error: no kernel image is available for execution on the device");
    TORCH_CHECK(!misbehaves("vanish") || ++operators < late, "CUDA error: GPU is lost");
}

void spoil(const char* name, torch::jit::Stack& results) {
    if (settings().misbehaviour.empty()) return;
    static std::atomic<int> kernels = 0;
    if (misbehaves("hang") && ++kernels == late)
        while (true)
            std::this_thread::sleep_for(std::chrono::hours(1));
    if (!is_product(name)) return;
    if (misbehaves("numbers")) scale(results, 1.01, std::nullopt);
    if (misbehaves("bf16")) scale(results, 1.3, at::kBFloat16);
    if (misbehaves("fp16")) scale(results, 1.3, at::kHalf);
}

} // namespace tunedesk::simulated
