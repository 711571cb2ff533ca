#pragma once

#include "preset/schema/schema.h"

namespace tunedesk::ui {

/// Whether the form shows a key before "All keys": eight that nearly every preset sets, and those that belong
/// to what this preset trains: which parameters of the model, the adapters, the documents of a language
/// model.
bool is_essential(const preset::Key& key, const Preset& preset);

} // namespace tunedesk::ui
