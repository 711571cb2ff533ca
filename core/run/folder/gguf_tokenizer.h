// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/files/file.h"
#include "format/gguf.h"

#include <cstdint>

namespace tunedesk::run {

/// The GGUF metadata of a model folder's tokenizer (tokenizer.json, byte-level BPE): tokens with their types,
/// merges, pre-tokenizer, ids of the begin and end tokens, and chat template. `vocabulary`: rows of the
/// embedding table; rows without a token are marked unused. Throws Error 4206 if there is no tokenizer.json,
/// 4202 for another kind of tokenizer or for a pre-tokenizer that llama.cpp does not have.
format::GgufMetadata gguf_tokenizer(const fs::path& folder, std::int64_t vocabulary);

} // namespace tunedesk::run
