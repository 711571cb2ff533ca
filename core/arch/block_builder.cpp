// SPDX-License-Identifier: GPL-3.0-or-later
#include "arch/block_builder.h"

namespace tunedesk::arch {

void BlockBuilder::table(const std::string& name, std::int64_t rows, std::int64_t width, Role role, Init init,
                         double range) {
    block_.parameters.push_back({.name = name + ".weight",
                                 .shape = {rows, width},
                                 .role = role,
                                 .init = init,
                                 .range = range,
                                 .trained = init != Init::sinusoidal});
}

void BlockBuilder::norm(const std::string& name, std::int64_t width, Role role, NormKind kind) {
    block_.parameters.push_back(
        {.name = name + ".weight", .shape = {width}, .role = role, .init = Init::ones, .decays = false});
    if (kind == NormKind::layer) bias(name, width, role);
}

void BlockBuilder::linear(const std::string& name, std::int64_t outputs, std::int64_t inputs, Role role,
                          const LinearInit& init) {
    weight(name, outputs, inputs, role, init);
    if (init.has_bias) bias(name, outputs, role, init);
}

void BlockBuilder::projections(const std::string (&names)[3], std::int64_t inputs,
                               const std::int64_t (&outputs)[3], const LinearInit& init) {
    constexpr Role roles[] = {Role::query, Role::key, Role::value};
    for (int i = 0; i < 3; ++i)
        weight(names[i], outputs[i], inputs, roles[i], init, i > 0);
    for (int i = 0; i < 3 && init.has_bias; ++i)
        bias(names[i], outputs[i], roles[i], init, i > 0);
}

void BlockBuilder::parameter(const std::string& name, std::vector<std::int64_t> shape, Role role) {
    block_.parameters.push_back({.name = name, .shape = std::move(shape), .role = role});
}

void BlockBuilder::weight(const std::string& name, std::int64_t outputs, std::int64_t inputs, Role role,
                          const LinearInit& init, bool joined) {
    block_.parameters.push_back(
        {.name = name + ".weight",
         .shape = init.transposed ? std::vector{inputs, outputs} : std::vector{outputs, inputs},
         .role = role,
         .init = init.weight,
         .range = init.weight_range,
         .joined = joined,
         .transposed = init.transposed});
}

void BlockBuilder::bias(const std::string& name, std::int64_t size, Role role, const LinearInit& init,
                        bool joined) {
    block_.parameters.push_back({.name = name + ".bias",
                                 .shape = {size},
                                 .role = role,
                                 .is_bias = true,
                                 .init = init.bias,
                                 .range = init.bias_range,
                                 .decays = false,
                                 .joined = joined});
}

} // namespace tunedesk::arch
