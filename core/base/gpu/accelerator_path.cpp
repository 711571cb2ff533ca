// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/gpu/accelerator_path.h"

#include <cstdlib>

namespace tunedesk {

fs::path accelerator_path() {
    constexpr const char* name = "libtunedesk-cuda.so";
    if (const char* path = std::getenv("TUNEDESK_CUDA_LIBRARY")) return path;
    std::error_code failed;
    const fs::path programs = fs::read_symlink("/proc/self/exe", failed).parent_path();
    const fs::path installed = programs.parent_path() / "lib/tunedesk" / name;
    return fs::exists(installed, failed) ? installed : programs / name;
}

} // namespace tunedesk
