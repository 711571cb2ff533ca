// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "data/pretokenize/splitter.h"
#include "data/tokenize/normal/normal_step.h"
#include "data/tokenize/sentencepiece/metaspace.h"

#include <optional>
#include <vector>

namespace tunedesk::data {

/// Unigram as XLM-RoBERTa, ALBERT, T5 and DeBERTa-v3 have it.
struct UnigramSettings {
    std::vector<NormalStep> steps;
    std::vector<Splitter> splitters; ///< of the normal form
    std::optional<Metaspace> metaspace;
    std::vector<Splitter> later_splitters; ///< behind it
    std::vector<double> scores;            ///< by id: logarithms of probabilities
    std::int32_t unknown_id = 0;
    std::optional<ByteTokenIds> byte_ids; ///< of characters that are no tokens, with `byte_fallback`
    SpaceDecoding decoding;
};

} // namespace tunedesk::data
