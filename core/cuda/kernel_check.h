// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace tunedesk::cuda {

/// What one kernel takes of a GPU, as the assembler reports it.
struct KernelResources {
    std::string name;
    int registers = 0;                     ///< of a thread
    int spill_stores = 0, spill_loads = 0; ///< bytes of a thread's registers that go to memory and back
    int shared_bytes = 0;                  ///< of a block
};

/// Of a compilation's log with resources: kernels, and device functions that were not inlined.
std::vector<KernelResources> resources_of(const std::string& log);

struct KernelCheck {
    std::vector<KernelResources> kernels;
    std::vector<std::string> problems; ///< one line each; empty if nothing is wrong
};

/// Compiles CUDA source for one kind of GPU ("sm_90"). A problem is a kernel that spills registers, one with
/// more static shared memory than any GPU gives a block, and a difference between the kernels and `names`.
KernelCheck check_kernels(const char* source, const std::vector<std::string>& names,
                          const std::string& architecture);

} // namespace tunedesk::cuda
