// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"

#include <QByteArray>
#include <QStringList>

namespace tunedesk::ui {

/// Runs `tunedesk --no-gui ARGUMENTS` and returns its output. Blocks until it ends: call it in
/// in_background(). Throws the Error that the command prints, 7026 if it prints none, 7027 if it does not
/// start.
QByteArray output_of_tunedesk(const QStringList& arguments, const fs::path& working_folder);

} // namespace tunedesk::ui
