// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_spec.h"

#include <string>

namespace tunedesk::arch {

/// How a linear layer is initialized and stored.
struct LinearInit {
    Init weight = Init::normal, bias = Init::zeros;
    double weight_range = 0, bias_range = 0; ///< see ParameterSpec::range
    bool has_bias = true, transposed = false;
};

/// Adds parameters to a block, in the order in which they are initialized and saved. Names are
/// given without their suffixes (".weight", ".bias").
class BlockBuilder {
public:
    explicit BlockBuilder(BlockSpec& block) : block_(block) {}

    /// Adds a table; one of sines is not trained. `range`: see ParameterSpec::range.
    void table(const std::string& name, std::int64_t rows, std::int64_t width, Role role,
               Init init = Init::normal, double range = 0);
    void norm(const std::string& name, std::int64_t width, Role role, NormKind kind = NormKind::layer);
    void linear(const std::string& name, std::int64_t outputs, std::int64_t inputs, Role role,
                const LinearInit& init = {});
    /// Adds query, key and value layers of one input; their weights are stored in one tensor, their
    /// biases in another.
    void projections(const std::string (&names)[3], std::int64_t width, const LinearInit& init = {}) {
        projections(names, width, {width, width, width}, init);
    }
    /// Adds the same with the given number of outputs each.
    void projections(const std::string (&names)[3], std::int64_t inputs, const std::int64_t (&outputs)[3],
                     const LinearInit& init = {});

    /// Adds a parameter of any other kind; `name` is its full name.
    void parameter(const std::string& name, std::vector<std::int64_t> shape, Role role);
    void bias(const std::string& name, std::int64_t size, Role role, const LinearInit& init = {},
              bool joined = false);

private:
    void weight(const std::string& name, std::int64_t outputs, std::int64_t inputs, Role role,
                const LinearInit& init, bool joined = false);

    BlockSpec& block_;
};

} // namespace tunedesk::arch
