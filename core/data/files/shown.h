// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace tunedesk::data {

/// Untrusted text prepared for a message: in double quotes, at most about 60 bytes, with characters that are
/// unsafe on a terminal (base/terminal_text.h) as \xNN or \uNNNN.
std::string shown(std::string_view text);

} // namespace tunedesk::data
