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

void BlockBuilder::norm(const std::string& name, std::int64_t width, Role role) {
    block_.parameters.push_back(
        {.name = name + ".weight", .shape = {width}, .role = role, .init = Init::ones, .decays = false});
    bias(name, width, role);
}

void BlockBuilder::linear(const std::string& name, std::int64_t outputs, std::int64_t inputs, Role role,
                          const LinearInit& init) {
    weight(name, outputs, inputs, role, init);
    bias(name, outputs, role, init);
}

void BlockBuilder::projections(const std::string (&names)[3], std::int64_t width, const LinearInit& init) {
    constexpr Role roles[] = {Role::query, Role::key, Role::value};
    for (int i = 0; i < 3; ++i)
        weight(names[i], width, width, roles[i], init, i > 0);
    for (int i = 0; i < 3; ++i)
        bias(names[i], width, roles[i], init, i > 0);
}

void BlockBuilder::weight(const std::string& name, std::int64_t outputs, std::int64_t inputs, Role role,
                          const LinearInit& init, bool joined) {
    block_.parameters.push_back({.name = name + ".weight",
                                 .shape = {outputs, inputs},
                                 .role = role,
                                 .init = init.weight,
                                 .range = init.weight_range,
                                 .joined = joined});
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
