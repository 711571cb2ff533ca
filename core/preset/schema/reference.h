// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace tunedesk::preset {

/// The reference of every key for a terminal: key, allowed values, unit, default, help, Hugging Face's names.
std::string reference_text();

/// The same as a Markdown page with a table a section.
std::string reference_markdown();

} // namespace tunedesk::preset
