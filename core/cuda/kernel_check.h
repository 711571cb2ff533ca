// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace tunedesk::cuda {

/// The resources of one kernel, as reported by the assembler.
struct KernelResources {
    std::string name;
    int registers = 0;                     ///< per thread
    int spill_stores = 0, spill_loads = 0; ///< bytes per thread of spilled registers
    int shared_bytes = 0;                  ///< per block
};

/// Parses a compilation's log with resources: kernels, and device functions that were not inlined.
std::vector<KernelResources> resources_of(const std::string& log);

struct KernelCheck {
    std::vector<KernelResources> kernels;
    std::vector<std::string> problems; ///< one line each; empty if the check passed
};

/// Compiles CUDA source for one architecture ("sm_90"). Problems are: a kernel that spills registers, one
/// with more static shared memory than any GPU provides per block, and a difference between the kernels and
/// `names`.
KernelCheck check_kernels(const char* source, const std::vector<std::string>& names,
                          const std::string& architecture);

} // namespace tunedesk::cuda
