// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan/run_steps.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tunedesk::plan {

double run_steps(const Preset::Training& training, std::span<const double> epoch_steps, double mean) {
    if (training.max_steps > 0) return static_cast<double>(training.max_steps);
    const double epochs = std::max(0.0, training.num_train_epochs), whole = std::floor(epochs);
    const double known = std::min(whole, static_cast<double>(epoch_steps.size()));
    const auto begun = static_cast<std::size_t>(known);
    const double steps =
        std::accumulate(epoch_steps.begin(), epoch_steps.begin() + static_cast<std::ptrdiff_t>(begun),
                        std::round((whole - known) * mean));
    const double last = begun < epoch_steps.size() ? epoch_steps[begun] : mean;
    return steps + std::ceil((epochs - whole) * last - 1e-9);
}

bool lengthens(const Preset::Training& then, const Preset::Training& now) {
    if (now.max_steps > 0) return then.max_steps > 0 && now.max_steps > then.max_steps;
    return then.max_steps > 0 || now.num_train_epochs > then.num_train_epochs;
}

} // namespace tunedesk::plan
