// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/document/document.h"

namespace tunedesk::report {

/// The document as one HTML file that needs nothing else: no script, no other file, plots as SVG within it,
/// in light and dark after the reader's system, on paper light. It is well-formed XML too. Every text of the
/// document is escaped, and the page's own policy forbids to load anything.
std::string to_html(const Document& document);

} // namespace tunedesk::report
