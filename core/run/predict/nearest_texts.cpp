// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/predict/nearest_texts.h"

#include "base/error.h"
#include "event/folder/run_folder.h"
#include "preset/yaml/load.h"
#include "report/predictions/prediction_table.h"
#include "run/predict/predict.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_set>

namespace tunedesk::run {

namespace {

constexpr std::size_t most_compared = 2000;

std::vector<float> of_length_one(std::vector<float> embedding) {
    const double length =
        std::sqrt(std::inner_product(embedding.begin(), embedding.end(), embedding.begin(), 0.0));
    for (float& number : embedding)
        number = static_cast<float>(number / std::max(1e-12, length));
    return embedding;
}

/// Takes texts until there are enough of them.
class DistinctTexts {
public:
    void add(std::string text) {
        if (texts.size() < most_compared && seen_.insert(text).second) texts.push_back(std::move(text));
    }
    std::vector<std::string> texts;

private:
    std::unordered_set<std::string> seen_;
};

} // namespace

std::vector<NearestTexts::Neighbor> NearestTexts::find(PredictionServer& server, const std::string& text,
                                                       std::size_t most,
                                                       const std::function<bool()>& wanted) {
    if (embeddings_.size() < texts_.size()) {
        std::vector<PredictionServer::Text> rest;
        for (std::size_t i = embeddings_.size(); i < texts_.size(); ++i)
            rest.push_back({texts_[i], {}});
        embed_all(
            server, rest,
            [&](std::size_t, const PredictionServer::EmbeddedText& embedded) {
                embeddings_.push_back(of_length_one(embedded.embedding));
            },
            wanted);
        if (embeddings_.size() < texts_.size()) return {};
    }
    const std::vector<float> asked = of_length_one(server.embed({{text, {}}}).at(0).embedding);
    std::vector<Neighbor> neighbors;
    for (std::size_t i = 0; i < texts_.size(); ++i)
        neighbors.push_back(
            {texts_[i], std::inner_product(asked.begin(), asked.end(), embeddings_[i].begin(), 0.0)});
    std::ranges::stable_sort(neighbors, std::greater{}, &Neighbor::cosine);
    neighbors.resize(std::min(most, neighbors.size()));
    return neighbors;
}

std::vector<std::string> texts_to_compare(const fs::path& run) {
    const event::RunFolder folder{run};
    DistinctTexts distinct;
    try {
        std::error_code unknown;
        if (fs::exists(folder.predictions(), unknown)) {
            const auto table = report::PredictionTable::read(folder.predictions());
            for (std::size_t row = 0; row < table.rows(); ++row)
                distinct.add(table.pair(row));
            return std::move(distinct.texts);
        }
        const TextColumns columns = columns_of(run);
        const std::string train = preset::load_draft(folder.preset()).loaded.preset.data.train;
        for (PredictionServer::Text& text : read_texts(train, columns.text, columns.pair).texts)
            distinct.add(std::move(text.pair.value()));
    } catch (const Error&) { // the page says what is wrong with the run
    }
    return std::move(distinct.texts);
}

} // namespace tunedesk::run
