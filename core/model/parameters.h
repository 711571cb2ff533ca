// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_spec.h"
#include "format/safetensors.h"
#include "model/quantization/four_bit_matrix.h"

#include <ATen/core/Tensor.h>
#include <c10/core/ScalarTypeToTypeMeta.h>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace tunedesk::model {

/// One parameter under its Hugging Face name. `value` is a leaf that requires gradients where it is trained.
struct Parameter {
    using Init = arch::Init;
    std::string name;
    at::Tensor value;
    Init init = Init::normal;
    bool decays = true;   ///< weight decay applies: not to biases and norms
    double range = 0;     ///< of Init::uniform; of Init::normal a deviation of its own, or 0
    bool is_saved = true; ///< by checkpoints and exports; beside adapters what is frozen is not
    /// In host memory, where `value` has device memory only while its layer is at work; else undefined.
    at::Tensor host_value;
    /// The values of a frozen quantized weight; `value` then has a shape but no data.
    std::shared_ptr<FourBitMatrix> packed{};
    arch::TensorPart part{}; ///< what the value is of the tensor, whose boxes lie in it one behind the other
    bool is_counted = true;  ///< in sums over tensor ranks; copies are on the first one alone
    double rate_factor = 1;  ///< of the learning rate: training.layer_decay

    /// The shape of the whole tensor.
    std::vector<std::int64_t> whole_shape() const {
        return part.is_whole() ? value.sizes().vec() : part.whole;
    }
    /// The tensor that holds the values between two steps, without gradients.
    at::Tensor at_rest() const { return (host_value.defined() ? host_value : value).detach(); }
};

/// What loading a model folder did, for the user.
struct LoadReport {
    std::vector<std::string> created; ///< parameters initialized here: the folder has no weights of that name
    std::vector<std::string> mismatched; ///< initialized here, too: the folder's weights have another shape
    std::vector<std::string> added;      ///< parameters of an adapter folder's own weights
    std::vector<std::string> unexpected; ///< weights of the folder that the model has no use for
};

/// The parameters of a model, in the order they were added. Blocks ask for them by name and shape and keep
/// the tensors; nothing else makes parameters, so that a shard or a stage can be given by another factory.
class Parameters {
public:
    /// Parameters of `type`: fp32, or a 16-bit one. They are made in it at once and filled part by part, so
    /// that nothing else of their size is ever in memory.
    explicit Parameters(at::Device device = at::kCPU, at::ScalarType type = at::kFloat)
        : options_(at::TensorOptions(device).dtype(type)) {}

    /// Adds an uninitialised parameter [shape].
    at::Tensor add(const std::string& name, std::vector<std::int64_t> shape, Parameter::Init init,
                   bool decays);
    /// Adds parameters that lie one after another, by their first dimension, in a single tensor, which is
    /// returned first: several linear layers of one input then take one matrix product.
    std::vector<at::Tensor> add_joined(std::span<const arch::ParameterSpec> specs);
    /// Adds a frozen parameter that is kept in few bits.
    at::Tensor add_packed(const arch::ParameterSpec& spec, bool double_quantization);

    /// Whether the next ones are made in host memory (Parameter::host_value), without device memory.
    void make_on_host(bool on_host) { on_host_ = on_host; }

    std::vector<Parameter>& all() { return parameters_; }
    const std::vector<Parameter>& all() const { return parameters_; }
    /// The values that require gradients, in their order.
    std::vector<at::Tensor> trained() const;
    Parameter* find(const std::string& name);
    /// Says what settle() calls: what makes Parameter::at_rest() hold the numbers.
    void settle_by(std::function<void()> settle) { settle_ = std::move(settle); }
    /// Before at_rest() is read or written. Not within a step.
    void settle() const {
        if (settle_) settle_();
    }

    /// Fills every parameter, or those of these names alone, as its Init says: normal(0, deviation) from
    /// Philox streams keyed by seed and name, so that a parameter's values do not depend on which others are
    /// filled; a part gets those that it has in the whole tensor.
    void initialise(std::uint64_t seed, double deviation);
    void initialise(std::uint64_t seed, double deviation, std::span<const std::string> names);
    /// Copies the weights of a model folder over the parameters. `prefix` ("bert.") may be missing from the
    /// folder's names, or present there alone; `gamma` and `beta` are old names of norms. Throws Error 4330
    /// if a weight has another shape, except those of the linear layer `classifier` with `new_classifier`,
    /// 4331 if nothing but the head would be loaded. `refit` may make a weight of another shape fit: it
    /// returns fp32 numbers of the parameter's shape, or an undefined tensor. Of a parameter that has a part
    /// of a tensor the whole tensor is read, and for the time its numbers take is in memory in fp32.
    using Refit = std::function<at::Tensor(const Parameter& parameter, const at::Tensor& stored)>;
    LoadReport load(const format::ModelWeights& weights, const std::string& prefix,
                    const std::string& classifier, bool new_classifier, const Refit& refit = {});
    at::ScalarType type() const { return options_.dtype().toScalarType(); }

private:
    at::Tensor make(const std::vector<std::int64_t>& shape) const;
    at::Tensor host_value_of(const at::Tensor& value) const;

    at::TensorOptions options_;
    bool on_host_ = false;
    std::vector<Parameter> parameters_;
    std::map<std::string, std::size_t> index_;
    std::function<void()> settle_;
};

/// A view of a box of a tensor.
at::Tensor box_view(at::Tensor whole, const format::Box& box);

/// The names under which a model folder may keep a parameter, its own first; `prefix`: see
/// Parameters::load().
std::vector<std::string> names_in_folder(const std::string& parameter, const std::string& prefix);

/// Named tensors as safetensors entries of their own types. Those of another device are copied to the host,
/// and the copies kept; the others must outlive this object.
class HostTensors {
public:
    void add(const std::string& name, const at::Tensor& tensor);
    void add(const Parameters& parameters);
    std::span<const format::TensorView> views() const { return views_; }

private:
    std::vector<at::Tensor> tensors_;
    std::vector<format::TensorView> views_;
};

/// The name of a tensor's type in a file: of floating-point numbers, or of bytes.
format::DType dtype_of(at::ScalarType type);

/// Fills fp32 `values` with the contents of a tensor of dtype F32, F16, BF16 or F64.
void convert_to_float(std::span<const std::byte> from, format::DType dtype, float* values,
                      std::int64_t count);

} // namespace tunedesk::model
