// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <exception>

namespace tunedesk::memory {

/// Whether LibTorch reports that a GPU's memory is exhausted: its allocator, or CUDA and cuBLAS beside it.
bool is_out_of_gpu_memory(const std::exception& error);

/// Whether LibTorch's allocator of the host reports it.
bool is_out_of_host_memory(const std::exception& error);

} // namespace tunedesk::memory
