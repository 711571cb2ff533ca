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

/// A graph while it is made: nodes, each with a name of its own below the present scope, and the tensors that
/// they read. Values are named by texts. `weights` must outlive the graph, and the model that is made of it.
class OnnxGraph {
public:
    using Attributes = std::vector<std::pair<std::string, format::OnnxAttribute>>;

    /// `prefix`: ModelSpec's.
    OnnxGraph(const format::ModelWeights& weights, std::string prefix)
        : weights_(weights), prefix_(std::move(prefix)) {}

    /// Names of further nodes begin so: "layer.0/attention".
    void enter(std::string scope) { scope_ = std::move(scope); }
    /// Adds a node; its output.
    std::string add(const char* type, std::vector<std::string> inputs, Attributes attributes = {});
    /// The same, with an output of this name.
    void add_output(const std::string& output, const char* type, std::vector<std::string> inputs);

    /// A constant, of no dimension.
    std::string number(float value);
    std::string whole(std::int64_t value);
    /// A constant, of one dimension.
    std::string wholes(const std::vector<std::int64_t>& values);

    /// A parameter in fp32. With `turned` a matrix's rows are its columns.
    std::string parameter(const ParameterSpec& parameter, bool turned = false);

    format::OnnxModel model; ///< so far

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
