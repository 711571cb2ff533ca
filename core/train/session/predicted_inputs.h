// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_config.h"
#include "model/batch.h"
#include "train/session/predictor.h"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace tunedesk::train {

/// Encodes users' texts or images as samples for a model. Thread rule: immutable.
class PredictedInputs {
public:
    virtual ~PredictedInputs() = default;

    /// Samples, one per text or window, with the data that they point to.
    struct Encoded {
        std::vector<std::vector<std::int32_t>> ids;
        std::vector<model::Sample> samples;
        /// For a model that tags words: the word index of each id, or data::outside_words.
        std::vector<std::vector<std::int32_t>> token_words = {};
    };
    /// Throws Error 4340 for a pair of texts if the model takes none, 31xx for an image that cannot be read.
    virtual Encoded encode(std::span<const Predictor::Text> texts) const = 0;
    /// The inputs to which an attribution assigns an output, for one encoded sample: a copy, [parts, ..].
    /// `words` returns the word embeddings of a batch's rows.
    virtual at::Tensor parts(const model::Batch& batch,
                             const std::function<at::Tensor(const model::Batch&)>& words) const = 0;
    /// The parts' names: tokens. Empty for an image, whose parts are its patches, row by row.
    virtual std::vector<std::string> names(const Encoded& encoded) const = 0;
    /// Merges the windows of an attribution: each token once, with the sum of its contributions.
    virtual void join_windows(Predictor::Attribution&) const {}
};

/// The words that a model tags.
std::vector<data::ByteSpan> words_of(const Predictor::Text& text);

/// The inputs of a model's folder: texts or lists of words, truncated or divided into windows as in training,
/// or image files. Throws Errors 42xx, 43xx, as Predictor.
std::unique_ptr<PredictedInputs> predicted_inputs(const arch::ModelConfig& config, const fs::path& folder);

} // namespace tunedesk::train
