#pragma once

#include "base/files/file.h"
#include "preset/preset.h"

namespace tunedesk::plan {

/// Whether the weights are read from the model's folder, not made at random.
bool is_pretrained(const Preset& preset);

/// The folder with the model's config.json and tokenizer: model.path; or with model.architecture one in the
/// cache, made where it is not there: of a transformer language model, the words of data.train, the most
/// frequent first, as torchtext's basic_english has them. Its name is that of its contents, so that two
/// processes may make it at once. Throws Error 31xx where data.train cannot be read, 5xxx where the folder
/// cannot be made.
fs::path model_folder(const Preset& preset);

} // namespace tunedesk::plan
