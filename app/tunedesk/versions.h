// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace tunedesk::app {

/// What `tunedesk --version` prints, a name and a version a line: this program first, its commit, compiler
/// and libraries, then the worker with LibTorch and the window with its plots. Starts those two for their
/// answers, ten seconds each at most; one that is missing or does not answer is named as such. Needs no
/// QCoreApplication.
std::string versions_text();

} // namespace tunedesk::app
