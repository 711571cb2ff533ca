// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/parameters.h"

#include "memory/torch_headers.h"

#include "base/activity.h"
#include "base/error.h"
#include "base/fault.h"
#include "base/files/file.h"
#include "base/philox.h"
#include "model/sinusoids.h"

#include <cmath>
#include <cstring>
#include <fmt/ranges.h>
#include <set>
#include <xxhash.h>

namespace tunedesk::model {

namespace {

at::Tensor without_memory(const std::vector<std::int64_t>& shape, const at::TensorOptions& options) {
    const auto bytes = static_cast<std::size_t>(c10::multiply_integers(shape)) * options.dtype().itemsize();
    const at::Storage storage(at::Storage::use_byte_size_t(), bytes, at::DataPtr(nullptr, options.device()),
                              /*allocator=*/nullptr,
                              /*resizable=*/false);
    return at::empty({0}, options).set_(storage, 0, shape, c10::contiguous_strides(shape));
}

} // namespace

/// A tensor for parameters; without memory if their values are in host memory.
at::Tensor Parameters::make(const std::vector<std::int64_t>& shape) const {
    return on_host_ ? without_memory(shape, options_) : at::empty(shape, options_);
}

at::Tensor Parameters::host_value_of(const at::Tensor& value) const {
    return on_host_ ? at::empty(value.sizes(), options_.device(at::kCPU)) : at::Tensor();
}

at::Tensor Parameters::add(const std::string& name, std::vector<std::int64_t> shape, Parameter::Init init,
                           bool decays) {
    at::Tensor value = make(shape);
    value.set_requires_grad(true);
    index_[name] = parameters_.size();
    parameters_.push_back({name, value, init, decays, 0, true, host_value_of(value)});
    return value;
}

std::vector<at::Tensor> Parameters::add_joined(std::span<const arch::ParameterSpec> specs) {
    std::vector<std::int64_t> shape = specs.front().shape;
    shape[0] = 0;
    for (const arch::ParameterSpec& spec : specs)
        shape[0] += spec.shape[0];
    std::vector<at::Tensor> tensors{make(shape)};
    std::int64_t first = 0;
    for (const arch::ParameterSpec& spec : specs) {
        at::Tensor part = tensors[0].narrow(0, first, spec.shape[0]).detach();
        first += spec.shape[0];
        part.set_requires_grad(spec.trained);
        index_[spec.name] = parameters_.size();
        parameters_.push_back(
            {spec.name, part, spec.init, spec.decays, spec.range, true, host_value_of(part)});
        parameters_.back().part = spec.part;
        tensors.push_back(part);
    }
    return tensors;
}

at::Tensor Parameters::add_packed(const arch::ParameterSpec& spec, bool double_quantization) {
    const at::Tensor value = without_memory(spec.shape, options_);
    index_[spec.name] = parameters_.size();
    parameters_.push_back(
        {spec.name,
         value,
         spec.init,
         spec.decays,
         spec.range,
         false,
         {},
         std::make_shared<FourBitMatrix>(value.sizes(), double_quantization, options_.device())});
    return value;
}

std::vector<at::Tensor> Parameters::trained() const {
    std::vector<at::Tensor> values;
    for (const Parameter& parameter : parameters_)
        if (parameter.value.requires_grad()) values.push_back(parameter.value);
    return values;
}

Parameter* Parameters::find(const std::string& name) {
    const auto found = index_.find(name);
    return found == index_.end() ? nullptr : &parameters_[found->second];
}

namespace {

/// Elements of a parameter that are filled at a time; even, because values are drawn in pairs.
constexpr std::int64_t part_on_host = 1 << 16, part_on_device = 1 << 20;
constexpr std::int64_t pairs_a_thread = 1 << 12; ///< normal values per thread, at least

/// Runs body(values, begin, count) part by part on fp32 values, which are then quantized.
template <class Body>
void pack_values(const Parameter& parameter, Body body) {
    const std::int64_t size = parameter.value.numel(), part = std::min(size, part_on_host);
    const at::Tensor buffer = at::empty({part}, at::kFloat);
    auto* values = buffer.mutable_data_ptr<float>();
    for (std::int64_t begin = 0; begin < size; begin += part) {
        activity::touch();
        const std::int64_t count = std::min(part, size - begin);
        body(values, begin, count);
        parameter.packed->put(values, begin, count);
    }
    parameter.packed->finish();
}

/// Runs body(values, begin, count) part by part on fp32 values in host memory: the parameter's own memory, or
/// a buffer that is then copied to its type and device.
template <class Body>
void set_values(Parameter& parameter, Body body) {
    if (parameter.packed) return pack_values(parameter, body);
    const at::Tensor value = parameter.at_rest().view(-1);
    const bool on_host = value.is_cpu(), in_place = on_host && value.scalar_type() == at::kFloat;
    const std::int64_t size = value.numel(), part = std::min(size, on_host ? part_on_host : part_on_device);
    const at::Tensor buffer = in_place ? at::Tensor() : at::empty({part}, at::kFloat);
    for (std::int64_t begin = 0; begin < size; begin += part) {
        activity::touch();
        const std::int64_t count = std::min(part, size - begin);
        const at::Tensor target = value.narrow(0, begin, count);
        const at::Tensor values = in_place ? target : buffer.narrow(0, 0, count);
        body(values.mutable_data_ptr<float>(), begin, count);
        if (!in_place) target.copy_(values);
    }
}

void fill_with_sines(Parameter& parameter) {
    const std::int64_t columns = parameter.value.size(1);
    set_values(parameter, [&](float* values, std::int64_t begin, std::int64_t count) {
        for (std::int64_t i = 0; i < count; ++i) {
            const std::int64_t row = (begin + i) / columns, column = (begin + i) % columns;
            values[i] = static_cast<float>(sinusoid(row, column, columns));
        }
    });
}

/// Random values, each pair from two uniform numbers: values 2k and 2k + 1 of the parameter come from block k
/// of its stream, so that each thread can begin at any block.
template <class Pair>
void fill_with_pairs(Parameter& parameter, std::uint64_t seed, Pair pair) {
    const std::uint64_t stream = XXH3_64bits(parameter.name.data(), parameter.name.size());
    set_values(parameter, [&](float* values, std::int64_t begin, std::int64_t count) {
        at::parallel_for(0, (count + 1) / 2, pairs_a_thread, [&](std::int64_t first, std::int64_t last) {
            PhiloxStream random(seed, stream);
            random.seek(static_cast<std::uint64_t>(begin / 2 + first));
            for (std::int64_t i = 2 * first; i < std::min(count, 2 * last); i += 2) {
                const double one = random.uniform(), two = random.uniform();
                const auto [even, odd] = pair(one, two);
                values[i] = static_cast<float>(even);
                if (i + 1 < count) values[i + 1] = static_cast<float>(odd);
            }
        });
    });
}

/// Normally distributed values (Box-Muller).
void fill_with_normal(Parameter& parameter, std::uint64_t seed, double deviation) {
    fill_with_pairs(parameter, seed, [deviation](double one, double two) {
        const double radius = deviation * std::sqrt(-2 * std::log(1 - one)), angle = 2 * M_PI * two;
        return std::pair(radius * std::cos(angle), radius * std::sin(angle));
    });
}

void fill_with_uniform(Parameter& parameter, std::uint64_t seed) {
    const double range = parameter.range;
    fill_with_pairs(parameter, seed, [range](double one, double two) {
        return std::pair(range * (2 * one - 1), range * (2 * two - 1));
    });
}

void copy_numbers(const at::Tensor& from, Parameter& parameter) {
    const at::Tensor numbers = from.contiguous();
    set_values(parameter, [&](float* values, std::int64_t begin, std::int64_t count) {
        std::copy_n(numbers.const_data_ptr<float>() + begin, count, values);
    });
}

/// The boxes of a whole tensor, concatenated.
at::Tensor boxes_of(const at::Tensor& whole, const arch::TensorPart& part) {
    std::vector<at::Tensor> boxes;
    for (const format::Box& box : part.boxes)
        boxes.push_back(box_view(whole, box));
    return at::cat(boxes, 0);
}

void fill_whole(Parameter& parameter, std::uint64_t seed, double deviation) {
    if (parameter.init == Parameter::Init::sinusoidal) return fill_with_sines(parameter);
    if (parameter.init == Parameter::Init::normal)
        return fill_with_normal(parameter, seed, parameter.range > 0 ? parameter.range : deviation);
    if (parameter.init == Parameter::Init::uniform) return fill_with_uniform(parameter, seed);
    const float constant = parameter.init == Parameter::Init::ones ? 1.0f : 0.0f;
    set_values(parameter, [&](float* values, std::int64_t, std::int64_t count) {
        std::fill(values, values + count, constant);
    });
}

void fill(Parameter& parameter, std::uint64_t seed, double deviation) {
    if (parameter.part.is_whole()) return fill_whole(parameter, seed, deviation);
    Parameter whole = parameter;
    whole.part = {};
    whole.host_value = at::Tensor();
    whole.value = at::empty(parameter.part.whole, at::kFloat);
    fill_whole(whole, seed, deviation);
    copy_numbers(boxes_of(whole.value, parameter.part), parameter);
}

/// Copies a tensor of the folder to a parameter of equal shape, and releases the file's pages. Pages that are
/// not in memory are read from a disk, which may be slow.
void copy_weights(std::span<const std::byte> from, format::DType dtype, Parameter& parameter) {
    const std::size_t size = format::size_of(dtype);
    set_values(parameter, [&](float* values, std::int64_t begin, std::int64_t count) {
        const activity::Waiting waiting(activity::Wait::disk);
        TUNEDESK_FAULT_AT("weights");
        const auto part =
            from.subspan(static_cast<std::size_t>(begin) * size, static_cast<std::size_t>(count) * size);
        convert_to_float(part, dtype, values, count);
        release_mapped(part);
    });
}

/// Reads a tensor of the folder in fp32.
at::Tensor stored_tensor(const format::ModelWeights& weights, const std::string& name) {
    const format::TensorInfo& info = weights.info(name);
    at::Tensor stored = at::empty(info.shape, at::kFloat);
    const activity::Waiting waiting(activity::Wait::disk);
    convert_to_float(weights.data(name), info.dtype, stored.mutable_data_ptr<float>(), stored.numel());
    return stored;
}

bool ends_with(const std::string& text, const std::string& end) {
    return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

[[noreturn]] void throw_mismatch(const Parameter& parameter, const std::string& source,
                                 const std::vector<std::int64_t>& shape) {
    throw Error(ErrorId::weight_shape_mismatch,
                {fmt::format("{}", fmt::join(shape, ", ")),
                 fmt::format("{}", fmt::join(parameter.whole_shape(), ", "))},
                source);
}

} // namespace

at::Tensor box_view(at::Tensor whole, const format::Box& box) {
    for (std::size_t i = 0; i < box.extent.size(); ++i)
        whole = whole.narrow(static_cast<std::int64_t>(i), box.offset[i], box.extent[i]);
    return whole;
}

std::vector<std::string> names_in_folder(const std::string& name, const std::string& prefix) {
    std::vector<std::string> names{name};
    if (name.rfind(prefix, 0) == 0)
        names.push_back(name.substr(prefix.size()));
    else
        names.push_back(prefix + name);
    for (const std::string& known : std::vector<std::string>(names)) {
        if (ends_with(known, "LayerNorm.weight"))
            names.push_back(known.substr(0, known.size() - 6) + "gamma");
        if (ends_with(known, "LayerNorm.bias")) names.push_back(known.substr(0, known.size() - 4) + "beta");
    }
    return names;
}

void Parameters::initialise(std::uint64_t seed, double deviation) {
    for (Parameter& parameter : parameters_)
        fill(parameter, seed, deviation);
}

void Parameters::initialise(std::uint64_t seed, double deviation, std::span<const std::string> names) {
    for (const std::string& name : names)
        fill(*find(name), seed, deviation);
}

LoadReport Parameters::load(const format::ModelWeights& weights, const std::string& prefix,
                            const std::string& classifier, bool new_classifier, const Refit& refit) {
    LoadReport report;
    std::set<std::string> used;
    std::size_t encoder_weights = 0;
    const bool is_bare = std::ranges::none_of(
        parameters_, [&](const Parameter& parameter) { return parameter.name.starts_with(prefix); });
    for (Parameter& parameter : parameters_) {
        std::string source;
        for (const std::string& name : names_in_folder(parameter.name, prefix))
            if (source.empty() && weights.contains(name)) source = name;
        if (source.empty()) {
            report.created.push_back(parameter.name);
            continue;
        }
        const format::TensorInfo& info = weights.info(source);
        if (info.shape != parameter.whole_shape()) {
            if (new_classifier && parameter.name.starts_with(classifier + ".")) {
                report.mismatched.push_back(parameter.name);
                used.insert(source);
                continue;
            }
            const at::Tensor fitting =
                refit ? refit(parameter, stored_tensor(weights, source)) : at::Tensor();
            if (!fitting.defined()) throw_mismatch(parameter, source, info.shape);
            copy_numbers(fitting, parameter);
        } else if (!parameter.part.is_whole()) {
            copy_numbers(boxes_of(stored_tensor(weights, source), parameter.part), parameter);
        } else {
            copy_weights(weights.data(source), info.dtype, parameter);
        }
        used.insert(source);
        if (weights.is_added(source)) report.added.push_back(parameter.name);
        encoder_weights += is_bare || parameter.name.starts_with(prefix);
    }
    if (encoder_weights == 0) throw Error(ErrorId::weights_of_other_model, {}, prefix + "*");
    for (const std::string& name : weights.names())
        if (!used.count(name)) report.unexpected.push_back(name);
    return report;
}

void HostTensors::add(const std::string& name, const at::Tensor& tensor) {
    tensors_.push_back(tensor.detach().cpu());
    const at::Tensor& host = tensors_.back();
    views_.push_back({name,
                      dtype_of(host.scalar_type()),
                      host.sizes().vec(),
                      {static_cast<const std::byte*>(host.const_data_ptr()), host.nbytes()}});
}

void HostTensors::add(const Parameters& parameters) {
    parameters.settle();
    for (const Parameter& parameter : parameters.all())
        if (!parameter.packed) add(parameter.name, parameter.at_rest());
}

format::DType dtype_of(at::ScalarType type) {
    switch (type) {
    case at::kBFloat16:
        return format::DType::BF16;
    case at::kHalf:
        return format::DType::F16;
    case at::kByte:
        return format::DType::U8;
    default:
        return format::DType::F32;
    }
}

void convert_to_float(std::span<const std::byte> from, format::DType dtype, float* values,
                      std::int64_t count) {
    at::ScalarType type = at::kFloat;
    switch (dtype) {
    case format::DType::F32:
        std::memcpy(values, from.data(), static_cast<std::size_t>(count) * sizeof(float));
        return;
    case format::DType::F16:
        type = at::kHalf;
        break;
    case format::DType::BF16:
        type = at::kBFloat16;
        break;
    case format::DType::F64:
        type = at::kDouble;
        break;
    default:
        throw Error(ErrorId::weight_dtype_unsupported, {format::name_of(dtype)});
    }
    const at::Tensor source = at::empty({count}, type); // a copy, because the file's tensors may be unaligned
    std::memcpy(source.mutable_data_ptr(), from.data(), from.size());
    at::Tensor target = at::from_blob(values, {count}, at::kFloat);
    target.copy_(source);
}

} // namespace tunedesk::model
