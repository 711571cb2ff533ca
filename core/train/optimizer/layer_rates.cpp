// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/optimizer/layer_rates.h"

#include <cmath>

namespace tunedesk::train {

void set_layer_rates(model::Network& network, double decay) {
    const arch::StageLayers& stage = network.stage();
    for (std::size_t block = 0; block <= network.block_count(); ++block) {
        const std::size_t above = stage.of + 1 - stage.block_of_model(block);
        const auto [first, last] = network.parameters_of_block(block);
        for (std::size_t i = first; i < last; ++i)
            network.parameters().all()[i].rate_factor = std::pow(decay, static_cast<double>(above));
    }
}

} // namespace tunedesk::train
