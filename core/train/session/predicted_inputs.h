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

/// What users give a model, as samples that it reads. Thread rule: immutable.
class PredictedInputs {
public:
    virtual ~PredictedInputs() = default;

    /// Samples with what they point to: of each text one, or its windows.
    struct Encoded {
        std::vector<std::vector<std::int32_t>> ids;
        std::vector<model::Sample> samples;
        /// Of a model that tags words: of each id its word's number, or data::outside_words.
        std::vector<std::vector<std::int32_t>> token_words = {};
    };
    /// Throws Error 4340 for a pair of texts where the model takes none, 31xx for an image that cannot be
    /// read.
    virtual Encoded encode(std::span<const Predictor::Text> texts) const = 0;
    /// What an attribution shares an output out to, of one encoded sample: a row each, [parts, ..], a copy.
    /// `words` gives the word embeddings of a batch's rows.
    virtual at::Tensor parts(const model::Batch& batch,
                             const std::function<at::Tensor(const model::Batch&)>& words) const = 0;
    /// The parts' names: tokens. None of an image, whose parts are its patches, row by row.
    virtual std::vector<std::string> names(const Encoded& encoded) const = 0;
    /// Makes an attribution's windows one text: each token once, with what it adds in all of them.
    virtual void join_windows(Predictor::Attribution&) const {}
};

/// The words that a model tags.
std::vector<data::ByteSpan> words_of(const Predictor::Text& text);

/// Those of a model's folder: texts, or lists of words, which are truncated or read in windows as in
/// training, or files of images. Throws Errors 42xx, 43xx, as Predictor.
std::unique_ptr<PredictedInputs> predicted_inputs(const arch::ModelConfig& config, const fs::path& folder);

} // namespace tunedesk::train
