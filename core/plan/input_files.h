// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "preset/preset.h"

#include <string>
#include <vector>

namespace tunedesk::plan {

/// Copies the files that define a model's input from `from` to the model's folder `to`: the tokenizer's files
/// with the preset's truncation, or the image processor's for images of `image_size`. Returns the files'
/// names. Throws the errors of format::copy_tokenizer_files() and format::read_image_processor().
std::vector<std::string> copy_input_files(const Preset& preset, const fs::path& from, const fs::path& to,
                                          std::int64_t image_size);

/// For an embedding task, turns the model's folder `to` into a sentence-transformers folder that normalizes
/// as the folder of the preset's model does. Returns the names of the files in the folder itself; empty for
/// other tasks.
std::vector<std::string> write_sentence_files(const Preset& preset, const fs::path& to);

} // namespace tunedesk::plan
