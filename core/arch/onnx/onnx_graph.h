// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_spec.h"
#include "format/onnx.h"
#include "format/safetensors.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tunedesk::arch {

/// An ONNX graph under construction: nodes, each with a unique name below the present scope, and
/// the tensors that they read. Values are identified by their names. `weights` must outlive the
/// graph and the model that is made from it.
class OnnxGraph {
public:
    using Attributes = std::vector<std::pair<std::string, format::OnnxAttribute>>;

    /// `prefix`: ModelSpec::prefix.
    OnnxGraph(const format::ModelWeights& weights, std::string prefix)
        : weights_(weights), prefix_(std::move(prefix)) {}

    /// Sets the prefix of the names of further nodes: "layer.0/attention".
    void enter(std::string scope) { scope_ = std::move(scope); }
    /// Adds a node and returns the name of its output.
    std::string add(const char* type, std::vector<std::string> inputs, Attributes attributes = {});
    /// Adds a node with an output of this name.
    void add_output(const std::string& output, const char* type, std::vector<std::string> inputs);

    /// Adds a constant scalar and returns its name.
    std::string number(float value);
    std::string whole(std::int64_t value);
    /// Adds a constant vector and returns its name.
    std::string wholes(const std::vector<std::int64_t>& values);

    /// Adds a parameter in fp32 and returns its name. With `turned` a matrix is transposed.
    std::string parameter(const ParameterSpec& parameter, bool turned = false);

    format::OnnxModel model; ///< the model so far

private:
    bool is_new(const std::string& tensor) { return tensors_.insert(tensor).second; }
    std::string add_wholes(const std::string& name, std::vector<std::int64_t> shape,
                           const std::vector<std::int64_t>& values);

    const format::ModelWeights& weights_;
    const std::string prefix_;
    std::string scope_;
    std::set<std::string> tensors_, outputs_;
};

} // namespace tunedesk::arch
