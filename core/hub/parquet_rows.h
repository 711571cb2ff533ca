// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <functional>
#include <vector>

namespace tunedesk::hub {

/// Throws Error 3100, which says what to install, unless Python at $TUNEDESK_PYTHON, else python3, has
/// pyarrow.
void require_parquet_reader(const fs::path& file);

/// Writes the rows of Parquet files to `target`, an object a line, in a Python process with limits of memory,
/// time and output, which reads what is of unknown origin. Numbers of ClassLabel columns become the classes'
/// names; columns of bytes are left out. Throws Errors 3100, 3102 with what Python reports, 9003.
void write_parquet_rows(const std::vector<fs::path>& files, const fs::path& target,
                        const std::function<bool()>& is_cancelled);

} // namespace tunedesk::hub
