// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace tunedesk {

/// 32 unpredictable hexadecimal digits. Throws Error 5012 if the kernel provides no random bytes.
std::string random_token();

} // namespace tunedesk
