// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace tunedesk {

/// The most columns of an attention head that the kernels support.
inline constexpr std::int64_t max_head_width = 256;

} // namespace tunedesk
