// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace tunedesk {

/// Columns of an attention head: the kernels take no more.
inline constexpr std::int64_t max_head_width = 256;

} // namespace tunedesk
