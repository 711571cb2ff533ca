// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/predict/prediction_server.h"

#include <functional>
#include <string>
#include <vector>

namespace tunedesk::run {

/// Texts that a typed one is compared with, by their embeddings, which are made with the first question.
/// Thread rule: one thread.
class NearestTexts {
public:
    explicit NearestTexts(std::vector<std::string> texts) : texts_(std::move(texts)) {}

    struct Neighbor {
        std::string text;
        double cosine = 0;
    };
    /// The `most` nearest ones, the nearest first; of equally near ones in their order. None where `wanted`
    /// returned false before all had embeddings. Throws what PredictionServer::embed() throws.
    std::vector<Neighbor> find(PredictionServer& server, const std::string& text, std::size_t most,
                               const std::function<bool()>& wanted);

private:
    std::vector<std::string> texts_;
    std::vector<std::vector<float>> embeddings_; ///< of length 1; as many as texts once all are made
};

/// Second texts of a run's test, each once and at most 2,000; where it has tested nothing yet, of its
/// training rows. None where neither can be read.
std::vector<std::string> texts_to_compare(const fs::path& run);

} // namespace tunedesk::run
