// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"
#include "base/files/file.h"

#include <string>

namespace tunedesk::app {

/// Prints the error to stderr in the shape of docs/errors.md (each mistake on its own line where there are
/// several) and returns its exit code.
int print_error(const Error& error);

/// Throws Error 5026 if something of the standard output is lost, as on a full disk. A pipe closed by its
/// reader is not an error.
void flush_output();

/// For commands that only read: prevents this process from creating, changing or removing files, in case an
/// untrusted file exploits it. Has no effect on a kernel without Landlock.
void forbid_writes();
/// The same, but allows writing below `target`, or if it does not exist, below its nearest existing folder.
void forbid_writes_but(const fs::path& target);
/// The same, but allows writing in the folder of `file`, where it is written before it is renamed. Throws
/// Error 2013 if that would replace a file of a run.
void forbid_writes_beside(const fs::path& file);

/// "1 epoch", "1.5 epochs", "0.3419 epochs".
std::string counted_epochs(double epochs);

/// Replaces this process by tunedesk-gui with the preset (may be empty). Throws Errors window_not_installed,
/// display_missing and window_not_started where the window is not installed or there is no display.
[[noreturn]] void exec_window(const std::string& preset, bool read_only);

} // namespace tunedesk::app
