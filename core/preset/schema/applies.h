// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "preset/schema/schema.h"

#include <string>

namespace tunedesk::preset {

/// Why a key has no effect with the preset's other values ("used with training.optim: sgd"); empty if it has
/// an effect.
Phrase inapplicable(const Preset& preset, const Key& key);

/// Why this version's core cannot run the preset with this value of the key; empty if it can, or if the value
/// is not valid.
Phrase unsupported_value(const Preset& preset, const Key& key, const std::string& value);

/// Why a choice of the key, or true or false, is not possible with the preset's other values: as
/// unsupported_value(), or because the table of combinations refuses it at this key; empty if it is possible.
/// For a list, the choice is added to the list's values.
Phrase unavailable_choice(const Preset& preset, const Key& key, const std::string& choice);

/// A phrase saying that there is no choice, if this version supports no valid value of the key but the
/// current one; else empty. Always empty for paths and texts.
Phrase nothing_to_choose(const Preset& preset, const Key& key);

} // namespace tunedesk::preset
