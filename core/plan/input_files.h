#pragma once

#include "base/files/file.h"
#include "preset/preset.h"

#include <string>
#include <vector>

namespace tunedesk::plan {

/// Puts into a model's folder `to` what its inputs are made with, as `from` holds it: the tokenizer's files
/// with the preset's truncation, or the image processor's for the size of images `image_size`. Returns the
/// files' names. Throws as format::copy_tokenizer_files() and format::read_image_processor().
std::vector<std::string> copy_input_files(const Preset& preset, const fs::path& from, const fs::path& to,
                                          std::int64_t image_size);

} // namespace tunedesk::plan
