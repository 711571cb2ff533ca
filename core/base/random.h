// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace tunedesk {

/// 32 hexadecimal digits that cannot be guessed. Throws Error 5012 if the kernel gives no random bytes.
std::string random_token();

} // namespace tunedesk
