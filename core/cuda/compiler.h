#pragma once

#include <string>

namespace tunedesk::cuda {

/// row_kernels.cuh, which is part of the library.
extern const char* const row_kernels_source;

/// Compiles CUDA source for one kind of GPU ("sm_90") with NVRTC, which needs no GPU; returns the machine
/// code. Throws std::runtime_error with the compiler's words.
std::string compiled(const char* source, const char* name, const std::string& architecture);

} // namespace tunedesk::cuda
