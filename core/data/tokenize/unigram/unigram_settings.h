// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/pretokenize/splitter.h"
#include "data/tokenize/normal/normal_step.h"
#include "data/tokenize/sentencepiece/metaspace.h"

#include <optional>
#include <vector>

namespace tunedesk::data {

/// Unigram as in XLM-RoBERTa, ALBERT, T5 and DeBERTa-v3.
struct UnigramSettings {
    std::vector<NormalStep> steps;
    std::vector<Splitter> splitters; ///< applied to the normal form
    std::optional<Metaspace> metaspace;
    std::vector<Splitter> later_splitters; ///< applied after Metaspace
    std::vector<double> scores;            ///< by id: log probabilities
    std::int32_t unknown_id = 0;
    /// with `byte_fallback`, tokens for characters that are not in the vocabulary
    std::optional<ByteTokenIds> byte_ids;
    SpaceDecoding decoding;
};

} // namespace tunedesk::data
