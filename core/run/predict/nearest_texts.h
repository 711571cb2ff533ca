// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/predict/prediction_server.h"

#include <functional>
#include <string>
#include <vector>

namespace tunedesk::run {

/// Texts to compare a typed text with, by their embeddings, which find() computes on its first call. Thread
/// rule: one thread.
class NearestTexts {
public:
    explicit NearestTexts(std::vector<std::string> texts) : texts_(std::move(texts)) {}

    struct Neighbor {
        std::string text;
        double cosine = 0;
    };
    /// The `most` nearest texts, nearest first, ties in their order. Empty if `wanted` returned false before
    /// all had embeddings. Throws what PredictionServer::embed() throws.
    std::vector<Neighbor> find(PredictionServer& server, const std::string& text, std::size_t most,
                               const std::function<bool()>& wanted);

private:
    std::vector<std::string> texts_;
    std::vector<std::vector<float>> embeddings_; ///< normalized to length 1; as many as texts_ when complete
};

/// The distinct second texts of a run's test rows, at most 2,000; of its training rows if it has not tested
/// yet. Empty if neither can be read.
std::vector<std::string> texts_to_compare(const fs::path& run);

} // namespace tunedesk::run
