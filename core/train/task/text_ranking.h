// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "train/session/datasets.h"

#include <vector>

namespace tunedesk::train {

/// The ranking of a split's second texts by similarity to its first texts, by sample.
struct TextRanking {
    /// Rank of the sample's second text among all distinct second texts by cosine, from 1; ties are in row
    /// order.
    std::vector<std::uint32_t> ranks;
    /// Cross-entropy of the scaled cosines with all distinct second and third texts.
    std::vector<double> losses;
};

/// `embeddings`: fp32 [samples, texts, width], normalized to length 1, on the host. Cosines are computed in
/// blocks of at most 16 MB.
TextRanking rank_texts(const Split& split, const at::Tensor& embeddings);

} // namespace tunedesk::train
