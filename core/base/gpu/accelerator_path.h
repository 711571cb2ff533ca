// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

namespace tunedesk {

/// Where the library for GPUs is, or would be: TUNEDESK_CUDA_LIBRARY, else the one installed with this
/// program (PREFIX/lib/tunedesk), else the one beside it.
fs::path accelerator_path();

} // namespace tunedesk
