#include "model/batch.h"

#include "model/torch_headers.h"

#include <algorithm>

namespace tunedesk::model {

Batch make_batch(std::span<const Sample> samples, bool padded, std::int32_t pad_id) {
    std::size_t longest = 0, total = 0;
    for (const Sample& sample : samples) {
        longest = std::max(longest, sample.ids.size());
        total += sample.ids.size();
    }
    const std::size_t rows = padded ? longest * samples.size() : total;
    Batch batch;
    batch.tokens = static_cast<std::int64_t>(total);
    batch.ids.reserve(rows);
    batch.sample.reserve(rows);
    batch.position.reserve(rows);
    batch.type_ids.reserve(rows);
    batch.labels = at::empty({static_cast<std::int64_t>(samples.size())}, at::kLong);
    auto* labels = batch.labels.mutable_data_ptr<std::int64_t>();
    for (const Sample& sample : samples) {
        const auto start = static_cast<std::int64_t>(batch.ids.size());
        const auto length = static_cast<std::int32_t>(sample.ids.size());
        const std::size_t width = padded ? longest : sample.ids.size();
        batch.sequences.push_back({start, start, length, length, sample.index});
        batch.first_rows.push_back(start);
        batch.samples.push_back(sample.index);
        *labels++ = sample.label;
        batch.ids.insert(batch.ids.end(), sample.ids.begin(), sample.ids.end());
        batch.ids.resize(batch.ids.size() + width - sample.ids.size(), pad_id);
        for (std::size_t i = 0; i < width; ++i) {
            batch.sample.push_back(sample.index);
            batch.position.push_back(static_cast<std::uint32_t>(i));
            batch.type_ids.push_back(i < sample.ids.size() && i + sample.type_one >= sample.ids.size());
        }
    }
    return batch;
}

} // namespace tunedesk::model
