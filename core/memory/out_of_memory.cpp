// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory/out_of_memory.h"

#include "memory/torch_headers.h"

#include <string_view>

namespace tunedesk::memory {

namespace {

/// Empty if LibTorch did not throw it.
std::string_view words_of(const std::exception& error) {
    const auto* known = dynamic_cast<const c10::Error*>(&error);
    return known ? known->what_without_backtrace() : "";
}

} // namespace

bool is_out_of_gpu_memory(const std::exception& error) {
    if (dynamic_cast<const c10::OutOfMemoryError*>(&error)) return true;
    const std::string_view words = words_of(error);
    return words.find("CUDA error: out of memory") != std::string_view::npos ||
           words.find("CUBLAS_STATUS_ALLOC_FAILED") != std::string_view::npos;
}

bool is_out_of_host_memory(const std::exception& error) {
    return words_of(error).find("can't allocate memory") != std::string_view::npos;
}

} // namespace tunedesk::memory
