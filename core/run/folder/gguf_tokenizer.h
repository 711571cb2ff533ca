// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "format/gguf.h"

#include <cstdint>

namespace tunedesk::run {

/// What a GGUF file says of the tokenizer of a model folder (tokenizer.json, byte-level BPE): tokens with
/// their kinds, merges, how texts are divided, the ids that begin and end a text, the chat template.
/// `vocabulary`: rows of the word table; those that no token has are called unused. Throws Error 4206 if
/// there is no tokenizer.json, 4202 for another kind of tokenizer, or one that divides texts as llama.cpp
/// does not.
format::GgufMetadata gguf_tokenizer(const fs::path& folder, std::int64_t vocabulary);

} // namespace tunedesk::run
