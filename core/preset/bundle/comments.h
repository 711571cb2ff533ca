// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace tunedesk::preset {

/// A preset's text without the comments that name an absolute path or one below the home folder, so that a
/// shared preset does not reveal this machine's folders. Values are unchanged.
std::string without_place_comments(const std::string& text);

} // namespace tunedesk::preset
