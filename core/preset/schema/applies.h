// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/phrase.h"
#include "preset/schema/schema.h"

#include <string>

namespace tunedesk::preset {

/// Why a key has no effect beside the preset's other values ("used with training.optim: sgd"); empty if it
/// has.
Phrase inapplicable(const Preset& preset, const Key& key);

/// Why this version's core cannot run the preset with this value of the key, empty if it can or where the
/// value is no right one.
Phrase unsupported_value(const Preset& preset, const Key& key, const std::string& value);

/// Why a choice of the key, or true or false, cannot be taken beside the preset's other values: as
/// unsupported_value(), or because the table of combinations refuses it at this key; empty if it can. Of a
/// list, the choice beside those that it has.
Phrase unavailable_choice(const Preset& preset, const Key& key, const std::string& choice);

/// The same as unsupported_value() of every value but the one that the key has: then there is nothing to
/// choose yet. Empty otherwise.
Phrase nothing_to_choose(const Preset& preset, const Key& key);

} // namespace tunedesk::preset
