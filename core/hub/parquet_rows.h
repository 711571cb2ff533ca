// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <functional>
#include <vector>

namespace tunedesk::hub {

/// Throws Error 3100, which names what to install, unless Python ($TUNEDESK_PYTHON, else python3) has
/// pyarrow.
void require_parquet_reader(const fs::path& file);

/// Converts the rows of Parquet files to JSON lines in `target`, in a Python process with limits of memory,
/// time and output because the files are untrusted. Values of ClassLabel columns become class names; binary
/// columns are omitted. Throws Errors 3100, 3102 with Python's message, 9003.
void write_parquet_rows(const std::vector<fs::path>& files, const fs::path& target,
                        const std::function<bool()>& is_cancelled);

} // namespace tunedesk::hub
