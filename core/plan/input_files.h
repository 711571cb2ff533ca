// SPDX-License-Identifier: GPL-3.0-or-later
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

/// Of a task of embeddings, makes a folder of sentence-transformers of the model's folder `to`, normalizing
/// as the folder of the preset's model does. Returns the names of the files in the folder itself, which other
/// tasks have none of.
std::vector<std::string> write_sentence_files(const Preset& preset, const fs::path& to);

} // namespace tunedesk::plan
