#pragma once

#include <string>

namespace tunedesk::cuda {

/// All of the project's kernels.
constexpr const char* kernels_source = "#include \"row_kernels.cuh\"\n#include \"head_kernels.cuh\"\n";

/// Compiles CUDA source, which may include the .cuh files of this folder, for one kind of GPU ("sm_90") with
/// NVRTC, which needs no GPU; returns the machine code. Throws std::runtime_error with the compiler's words.
std::string compiled(const char* source, const char* name, const std::string& architecture);

} // namespace tunedesk::cuda
