// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "train/session/datasets.h"

#include <vector>

namespace tunedesk::train {

/// How a split's first texts compare with its other ones, in the order of the samples.
struct TextRanking {
    /// Place of the sample's second text among the distinct second texts by cosine, from 1; of equal cosines
    /// the text of the earlier row comes first.
    std::vector<std::uint32_t> ranks;
    /// Cross-entropy of the scaled cosines with all distinct second and third texts.
    std::vector<double> losses;
};

/// `embeddings`: fp32 [samples, texts, width] of length 1, on the host. Cosines are made in blocks of at most
/// 16 MB.
TextRanking rank_texts(const Split& split, const at::Tensor& embeddings);

} // namespace tunedesk::train
