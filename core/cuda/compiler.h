// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace tunedesk::cuda {

/// The CUDA source of all kernels.
constexpr const char* kernels_source = "#include \"row_kernels.cuh\"\n#include \"head_kernels.cuh\"\n"
                                       "#include \"decoder_kernels.cuh\"\n";

/// The names by which kernel_library.h launches the kernels.
std::vector<std::string> kernel_names();

/// The compute capabilities that NVRTC supports, ascending: 75 is 7.5.
std::vector<int> supported_capabilities();

/// The result of compiling a source with NVRTC.
struct Compilation {
    std::string code; ///< the machine code; empty if compilation failed
    std::string log;  ///< errors, warnings, and with `with_resources` the resources of every kernel
};

/// Compiles CUDA source, which may include the .cuh files of this folder, for one architecture ("sm_90") with
/// NVRTC, which needs no GPU. Throws std::runtime_error if NVRTC itself fails.
Compilation compile(const char* source, const char* name, const std::string& architecture,
                    bool with_resources = false);

/// The machine code alone. Throws std::runtime_error with the compiler's messages if the source does not
/// compile.
std::string compiled(const char* source, const char* name, const std::string& architecture);

} // namespace tunedesk::cuda
