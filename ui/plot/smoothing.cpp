// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/smoothing.h"

#include <cmath>

namespace tunedesk::ui {

bool Smoothed::catch_up(const Series& source, std::size_t most) {
    if (source.generation() != generation_) {
        generation_ = source.generation();
        series_.truncate(0);
        average_ = 0;
        bias_ = 1;
    }
    const std::size_t end = std::min(source.size(), series_.size() + most);
    for (std::size_t i = series_.size(); i < end; ++i) {
        const float value = source[i];
        if (!std::isfinite(value)) {
            series_.append_missing();
            continue;
        }
        average_ = weight_ * average_ + (1 - weight_) * value;
        bias_ *= weight_;
        series_.append(average_ / (1 - bias_));
    }
    return end == source.size();
}

} // namespace tunedesk::ui
