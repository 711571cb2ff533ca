// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/schema/schema.h"

#include <QString>

namespace tunedesk::ui {

/// What forms call a key, in the window's language: "Learning rate".
QString shown_label(const preset::Key& key);

/// The key's default as it is written, or "none".
QString shown_default(const preset::Key& key);

} // namespace tunedesk::ui
