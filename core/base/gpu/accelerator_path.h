// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

namespace tunedesk {

/// The path of the GPU library, which need not exist: TUNEDESK_CUDA_LIBRARY, else the one installed with this
/// program (PREFIX/lib/tunedesk), else the one beside it.
fs::path accelerator_path();

} // namespace tunedesk
