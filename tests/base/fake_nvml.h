// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// How a test sets up the GPUs of a machine that has none: link tunedesk_fake_nvml, put FAKE_NVML_FOLDER on
// the LD_LIBRARY_PATH of the program, and set its FAKE_NVML to a file that show_gpus() writes.

#include "base/files/file.h"

#include <string>

namespace tunedesk::test {

/// Puts this machine (JSON, see fake_nvml.cpp) in place of the last one, at once.
inline void show_gpus(const fs::path& file, const std::string& machine) {
    write_file_atomically(file, machine);
}

} // namespace tunedesk::test
