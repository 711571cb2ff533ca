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

/// A split's images as model inputs: fp32 [3, size, size]. In training they are prepared ahead of the steps,
/// in the order given to begin_epoch(). Thread rule: any thread; begin_epoch() by one.
class Pictures {
public:
    /// `threads`: number of threads that prepare images. `rows`: rows (tokens) of an image, the class token
    /// included.
    Pictures(std::shared_ptr<image::SampleReader> reader, std::int64_t rows, int threads);

    /// Placeholder ids, one per row of an image.
    std::span<const std::int32_t> places() const { return places_; }
    /// Image `number` of the source, with the augmentation of the current epoch. If it was prepared ahead, a
    /// later call may overwrite the values. Throws Errors 31xx.
    at::Tensor pixels(std::uint32_t number) const;
    /// Begins epoch `epoch`, which determines the augmentation. `batches`: the image numbers that will be
    /// requested, in order.
    void begin_epoch(std::int64_t epoch, std::vector<std::vector<std::uint32_t>> batches) const;

private:
    /// Undefined if the next prepared image is another.
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

/// Opens the images that a split's table names. `trains`: with the preset's augmentation. Throws Errors 43xx
/// for an image processor that is not supported.
std::shared_ptr<const Pictures> open_pictures(const Preset& preset, const arch::ModelConfig& config,
                                              const std::shared_ptr<const image::ImageSource>& source,
                                              bool trains);

} // namespace tunedesk::train
