// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/schema/schema.h"

namespace tunedesk::ui {

/// Whether the form shows a key before "All keys": those that most presets set (model, data, batch size,
/// epochs, optimizer, learning rate and its schedule, seed, precision), and those that belong to what this
/// preset trains: which parameters of the model, the adapters, the weights of classes, the split of a table
/// without a validation file.
bool is_essential(const preset::Key& key, const Preset& preset);

} // namespace tunedesk::ui
