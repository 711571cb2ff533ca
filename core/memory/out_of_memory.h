// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <exception>

namespace tunedesk::memory {

/// Whether the exception reports that a GPU's memory is exhausted: by LibTorch's allocator, CUDA or cuBLAS.
bool is_out_of_gpu_memory(const std::exception& error);

/// Whether the exception reports that LibTorch's host allocator is out of memory.
bool is_out_of_host_memory(const std::exception& error);

} // namespace tunedesk::memory
