// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Simulates GPUs on a machine without any: link tunedesk_fake_nvml, add FAKE_NVML_FOLDER to the program's
// LD_LIBRARY_PATH, and set its FAKE_NVML to a file that show_gpus() writes.

#include "base/files/file.h"

#include <string>

namespace tunedesk::test {

/// Atomically replaces the simulated machine (JSON, see fake_nvml.cpp).
inline void show_gpus(const fs::path& file, const std::string& machine) {
    write_file_atomically(file, machine);
}

} // namespace tunedesk::test
