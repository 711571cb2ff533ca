// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_config.h"
#include "data/image/loader/batch_loader.h"
#include "data/image/loader/sample_reader.h"
#include "preset/preset.h"

#include <ATen/core/Tensor.h>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace tunedesk::train {

/// A split's images as the model takes them: fp32 [3, size, size]. In training they are made ahead of the
/// steps, in the order that an epoch has been announced in. Thread rule: may be used by many; epochs are
/// announced by one.
class Pictures {
public:
    /// `threads` make them ahead. `rows`: rows of an image, the class's included.
    Pictures(std::shared_ptr<image::SampleReader> reader, std::int64_t rows, int threads);

    /// As many ids as an image makes rows; they say nothing.
    std::span<const std::int32_t> places() const { return places_; }
    /// Image `number` of the source, as this epoch sees it. The values may be overwritten by a later call,
    /// where they were made ahead. Throws Errors 31xx.
    at::Tensor pixels(std::uint32_t number) const;
    /// From now on images are as epoch `epoch` sees them; `batches`: the numbers of those that will be asked
    /// for, in this order.
    void begin_epoch(std::int64_t epoch, std::vector<std::vector<std::uint32_t>> batches) const;

private:
    /// Undefined where the next one ahead is another.
    at::Tensor taken_ahead(std::uint32_t number) const;

    const std::shared_ptr<image::SampleReader> reader_;
    const std::vector<std::int32_t> places_;
    const int threads_;
    mutable std::mutex guard_; ///< of what follows
    mutable std::uint32_t epoch_ = 0;
    mutable std::unique_ptr<image::BatchLoader> loader_; ///< null: nothing is made ahead
    mutable image::ImageBatch ahead_;
    mutable std::size_t taken_ = 0; ///< of ahead_
};

/// Of the images that a split's table names. `trains`: they are changed at random as the preset says. Throws
/// Errors 43xx for an image processor that is not supported.
std::shared_ptr<const Pictures> open_pictures(const Preset& preset, const arch::ModelConfig& config,
                                              const std::shared_ptr<const image::ImageSource>& source,
                                              bool trains);

} // namespace tunedesk::train
