// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/saved_with_adapters.h"

#include "base/error.h"
#include "memory/torch_headers.h"

namespace tunedesk::model {

namespace {

/// Index of the head's first parameter.
std::size_t head_begin(const Network& network) {
    return network.parameters_of_block(network.block_count()).first;
}

} // namespace

void keep_beside_adapters(Network& network, std::span<const std::string> names) {
    Parameters& parameters = network.parameters();
    for (const std::string& name : names) {
        Parameter& parameter = *parameters.find(name);
        if (parameter.packed)
            throw Error(ErrorId::adapter_settings_differ, {"lora.quantization", "none", "nf4"}, name);
        parameter.is_saved = true;
        const auto place = static_cast<std::size_t>(&parameter - parameters.all().data());
        if (place >= head_begin(network)) parameter.value.set_requires_grad(true);
    }
}

} // namespace tunedesk::model
