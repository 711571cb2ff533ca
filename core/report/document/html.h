// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/document/document.h"

namespace tunedesk::report {

/// The document as one self-contained HTML file: no script, no other files, plots as inline SVG, in light or
/// dark colors by the reader's system setting, light in print. It is also well-formed XML. Every text of the
/// document is escaped, and the page's content security policy forbids loading anything.
std::string to_html(const Document& document);

} // namespace tunedesk::report
