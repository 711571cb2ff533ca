// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/images/image_mixer.h"

#include "memory/torch_headers.h"
#include "plan/image_batches.h"

namespace tunedesk::train {

ImageMixer::ImageMixer(const Preset& preset)
    : spec_(plan::mix_spec(preset)), seed_(static_cast<std::uint64_t>(preset.training.seed)) {}

std::shared_ptr<const model::Batch> ImageMixer::mixed(const std::shared_ptr<const model::Batch>& batch,
                                                      const model::Pass& pass, std::uint32_t ranks) const {
    if (!is_on() || !batch->pixels.defined()) return batch;
    const auto width = static_cast<int>(batch->pixels.size(3)),
               height = static_cast<int>(batch->pixels.size(2));
    const std::uint64_t number =
        plan::mix_number(pass.step, pass.micro_batches, pass.micro_batch, ranks, pass.rank);
    const image::Mix mix = image::draw_mix(spec_, width, height, seed_, number);
    if (mix.kind == image::Mix::Kind::none) return batch;
    const auto count = static_cast<std::size_t>(batch->size());
    auto result = std::make_shared<model::Batch>(*batch);
    const at::Tensor pixels = batch->pixels.to(at::kCPU, /*non_blocking=*/false, /*copy=*/true).contiguous();
    image::apply_mix(mix, {pixels.mutable_data_ptr<float>(), static_cast<std::size_t>(pixels.numel())}, count,
                     width, height);
    result->pixels = pixels.to(batch->pixels.device());
    std::vector<std::int64_t> partners;
    for (std::size_t i = 0; i < count; ++i)
        partners.push_back(static_cast<std::int64_t>(image::mix_partner(i, count)));
    result->other_labels = batch->labels.index_select(
        0, at::tensor(at::ArrayRef<std::int64_t>(partners)).to(batch->labels.device()));
    result->own_part = mix.lambda;
    return result;
}

} // namespace tunedesk::train
