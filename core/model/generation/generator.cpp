// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/generation/generator.h"

#include "base/error.h"
#include "memory/torch_headers.h"

#include <algorithm>
#include <cmath>

namespace tunedesk::model {

Generator::Generator(const Network& network, std::int64_t positions)
    : network_(network), positions_(positions),
      keeps_keys_(network.spec().layer.causal && network.spec().layer.norm_place == arch::NormPlace::before &&
                  network.placement().operations->batch_form == BatchForm::host),
      cache_(network.spec().layers.size(), positions) {}

/// The logits of the token after the last, [1, vocabulary]. With a cache the tokens follow those in the
/// cache.
at::Tensor Generator::pass(std::span<const std::int32_t> tokens, KeyValueCache* cache) const {
    Sample sample;
    sample.ids = tokens;
    auto batch = std::make_shared<Batch>(make_batch(std::span(&sample, 1), /*padded=*/false, 0));
    Pass pass;
    if (cache) {
        for (std::uint32_t& position : batch->position)
            position += static_cast<std::uint32_t>(cache->length());
        batch->sequences.front().keys += static_cast<std::int32_t>(cache->length());
        pass.cache = cache;
    }
    const Placement& placement = network_.placement();
    if (placement.operations->batch_form == BatchForm::tensors) add_tensors(*batch, placement.device);
    const at::Tensor hidden = network_.encode(batch, pass);
    if (cache) cache->advance(static_cast<std::int64_t>(tokens.size()));
    return network_.head(hidden.narrow(0, hidden.size(0) - 1, 1), batch, pass);
}

std::vector<float> Generator::take(std::span<const std::int32_t> tokens) {
    const at::NoGradGuard no_gradients;
    at::Tensor logits;
    if (keeps_keys_) {
        // After the prompt one token at a time: it attends to all cached tokens, without a mask.
        const std::size_t together = cache_.length() == 0 ? tokens.size() : 1;
        for (std::size_t begin = 0; begin < tokens.size(); begin += together)
            logits = pass(tokens.subspan(begin, together), &cache_);
    } else {
        text_.insert(text_.end(), tokens.begin(), tokens.end());
        logits = pass(text_, nullptr);
    }
    const at::Tensor row = logits.to(at::kCPU, at::kFloat).contiguous();
    std::vector<float> values(row.const_data_ptr<float>(), row.const_data_ptr<float>() + row.numel());
    if (!std::ranges::all_of(values, [](float value) { return std::isfinite(value); }))
        throw Error(ErrorId::outputs_not_finite);
    return values;
}

void Generator::continue_text(std::vector<std::int32_t>& text, std::int64_t most,
                              std::span<const std::int32_t> ends, const task::Sampling& sampling,
                              const std::function<bool(std::int32_t)>& hear) {
    TokenSampler sampler(sampling);
    std::vector<std::int32_t> fresh = text;
    for (std::int64_t made = 0; made < most && static_cast<std::int64_t>(text.size()) < positions_; ++made) {
        const std::int32_t token = sampler.next(take(fresh), text);
        text.push_back(token);
        fresh = {token};
        if (std::ranges::find(ends, token) != ends.end() || !hear(token)) return;
    }
}

} // namespace tunedesk::model
