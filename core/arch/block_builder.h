// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_spec.h"

#include <string>

namespace tunedesk::arch {

/// How a linear layer is initialised, and stored.
struct LinearInit {
    Init weight = Init::normal, bias = Init::zeros;
    double weight_range = 0, bias_range = 0; ///< see ParameterSpec::range
    bool has_bias = true, transposed = false;
};

/// Adds parameters to a block, in the order in which they are initialised and saved. Names are without their
/// endings.
class BlockBuilder {
public:
    explicit BlockBuilder(BlockSpec& block) : block_(block) {}

    /// One of sines is not trained. `range`: see ParameterSpec::range.
    void table(const std::string& name, std::int64_t rows, std::int64_t width, Role role,
               Init init = Init::normal, double range = 0);
    void norm(const std::string& name, std::int64_t width, Role role, NormKind kind = NormKind::layer);
    void linear(const std::string& name, std::int64_t outputs, std::int64_t inputs, Role role,
                const LinearInit& init = {});
    /// Query, key and value layers of one input, whose weights lie in one tensor and whose biases in another.
    void projections(const std::string (&names)[3], std::int64_t width, const LinearInit& init = {}) {
        projections(names, width, {width, width, width}, init);
    }
    /// The same of so many outputs each.
    void projections(const std::string (&names)[3], std::int64_t inputs, const std::int64_t (&outputs)[3],
                     const LinearInit& init = {});

    /// One that is neither: `name` is the whole name.
    void parameter(const std::string& name, std::vector<std::int64_t> shape, Role role);
    void bias(const std::string& name, std::int64_t size, Role role, const LinearInit& init = {},
              bool joined = false);

private:
    void weight(const std::string& name, std::int64_t outputs, std::int64_t inputs, Role role,
                const LinearInit& init, bool joined = false);

    BlockSpec& block_;
};

} // namespace tunedesk::arch
