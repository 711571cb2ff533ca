// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/image/normalize.h"

namespace tunedesk::image {

Normalizer::Normalizer(const std::array<float, 3>& mean, const std::array<float, 3>& std) : values_{} {
    for (std::size_t channel = 0; channel < 3; ++channel)
        for (std::size_t level = 0; level < 256; ++level)
            values_[channel][level] = (static_cast<float>(level) / 255.0F - mean[channel]) / std[channel];
}

void Normalizer::write(const PictureView& from, std::span<float> to) const {
    const std::size_t plane = to.size() / 3;
    float* red = to.data();
    for (int y = 0; y < from.height(); ++y) {
        const std::uint8_t* pixel = from.row(y);
        for (int x = 0; x < from.width(); ++x, pixel += 3, ++red) {
            red[0] = values_[0][pixel[0]];
            red[plane] = values_[1][pixel[1]];
            red[2 * plane] = values_[2][pixel[2]];
        }
    }
}

} // namespace tunedesk::image
