// SPDX-License-Identifier: GPL-3.0-or-later
// Fails the build where a kernel spills registers or takes too much shared memory on any GPU between compute
// capability 7.5 and 12.0 that NVRTC compiles for. Needs no GPU.

#include "compiler.h"
#include "kernel_check.h"

#include <algorithm>
#include <cstdio>
#include <exception>

using namespace tunedesk::cuda;

namespace {

constexpr int lowest = 75, highest = 120;

int check_all() {
    int problems = 0, registers = 0, shared_bytes = 0;
    std::size_t kernels = 0;
    std::vector<int> capabilities = supported_capabilities();
    std::erase_if(capabilities, [](int one) { return one < lowest || one > highest; });
    if (capabilities.empty() || capabilities.front() != lowest || capabilities.back() != highest) {
        std::fprintf(stderr, "NVRTC does not compile for compute capabilities %d to %d\n", lowest, highest);
        ++problems;
    }
    for (const int capability : capabilities) {
        const KernelCheck check =
            check_kernels(kernels_source, kernel_names(), "sm_" + std::to_string(capability));
        for (const std::string& problem : check.problems)
            std::fprintf(stderr, "%s\n", problem.c_str());
        problems += static_cast<int>(check.problems.size());
        kernels = std::max(kernels, check.kernels.size());
        for (const KernelResources& kernel : check.kernels) {
            registers = std::max(registers, kernel.registers);
            shared_bytes = std::max(shared_bytes, kernel.shared_bytes);
        }
    }
    std::printf(
        "%zu kernels on %zu kinds of GPU: at most %d registers and %d bytes of shared memory, %d problems\n",
        kernels, capabilities.size(), registers, shared_bytes, problems);
    return problems == 0 ? 0 : 1;
}

} // namespace

int main() {
    try {
        return check_all();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
