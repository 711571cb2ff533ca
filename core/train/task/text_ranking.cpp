// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/task/text_ranking.h"

#include "memory/torch_headers.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace tunedesk::train {

namespace {

constexpr std::int64_t most_cosines = (16 << 20) / static_cast<std::int64_t>(sizeof(float));

/// Distinct texts of a split.
struct Candidates {
    std::vector<std::int64_t> places; ///< of each text, of all samples' texts: sample * texts + text
    std::vector<std::int64_t> right;  ///< of each sample the number of its second text
    std::int64_t ranked = 0;          ///< the first of them, which are second texts
};

Candidates candidates_of(const Split& split) {
    Candidates found;
    std::unordered_map<std::string_view, std::int64_t> numbers;
    const auto number_of = [&](std::string_view text, std::size_t place) {
        const auto [at, is_new] = numbers.try_emplace(text, static_cast<std::int64_t>(found.places.size()));
        if (is_new) found.places.push_back(static_cast<std::int64_t>(place));
        return at->second;
    };
    for (std::size_t i = 0; i < split.size(); ++i)
        found.right.push_back(number_of(split.table->rows()[split.rows[i]].pair, i * split.texts + 1));
    found.ranked = static_cast<std::int64_t>(found.places.size());
    if (split.texts > 2)
        for (std::size_t i = 0; i < split.size(); ++i)
            number_of(split.table->rows()[split.rows[i]].negative, i * split.texts + 2);
    return found;
}

at::Tensor tensor_of(const std::vector<std::int64_t>& numbers) {
    return at::tensor(at::ArrayRef<std::int64_t>(numbers));
}

} // namespace

TextRanking rank_texts(const Split& split, const at::Tensor& embeddings) {
    const at::NoGradGuard no_gradients;
    const Candidates found = candidates_of(split);
    const at::Tensor candidates =
        embeddings.view({-1, embeddings.size(2)}).index_select(0, tensor_of(found.places));
    const at::Tensor all_right = tensor_of(found.right), numbers = at::arange(found.ranked, at::kLong);
    const auto samples = static_cast<std::int64_t>(split.size());
    const std::int64_t block = std::max<std::int64_t>(1, most_cosines / candidates.size(0));
    TextRanking ranking;
    for (std::int64_t begin = 0; begin < samples; begin += block) {
        const std::int64_t count = std::min(block, samples - begin);
        const at::Tensor cosines = embeddings.narrow(0, begin, count).select(1, 0).mm(candidates.t());
        const at::Tensor right = all_right.narrow(0, begin, count).unsqueeze(1);
        const at::Tensor own = cosines.gather(1, right), ranked = cosines.narrow(1, 0, found.ranked);
        const at::Tensor before = (ranked > own).logical_or((ranked == own).logical_and(numbers < right));
        const at::Tensor ranks = before.sum(1) + 1;
        const at::Tensor losses =
            ((cosines * split.similarity_scale).logsumexp(1) - own.squeeze(1) * split.similarity_scale)
                .to(at::kDouble);
        const auto* rank = ranks.const_data_ptr<std::int64_t>();
        ranking.ranks.insert(ranking.ranks.end(), rank, rank + count);
        const auto* loss = losses.const_data_ptr<double>();
        ranking.losses.insert(ranking.losses.end(), loss, loss + count);
    }
    return ranking;
}

} // namespace tunedesk::train
