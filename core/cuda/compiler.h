// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace tunedesk::cuda {

/// All of the project's kernels.
constexpr const char* kernels_source = "#include \"row_kernels.cuh\"\n#include \"head_kernels.cuh\"\n"
                                       "#include \"decoder_kernels.cuh\"\n";

/// Their names, by which the library that launches them finds them.
std::vector<std::string> kernel_names();

/// The compute capabilities that NVRTC compiles for, ascending: 75 is 7.5.
std::vector<int> supported_capabilities();

/// What NVRTC made of a source.
struct Compilation {
    std::string code; ///< the machine code; empty if it does not compile
    std::string log;  ///< errors, warnings, and with `with_resources` what every kernel takes of a GPU
};

/// Compiles CUDA source, which may include the .cuh files of this folder, for one kind of GPU ("sm_90") with
/// NVRTC, which needs no GPU. Throws std::runtime_error where NVRTC itself fails.
Compilation compile(const char* source, const char* name, const std::string& architecture,
                    bool with_resources = false);

/// The machine code alone. Throws std::runtime_error with the compiler's words where the source does not
/// compile.
std::string compiled(const char* source, const char* name, const std::string& architecture);

} // namespace tunedesk::cuda
