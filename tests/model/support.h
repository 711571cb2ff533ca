// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "arch/model_config.h"
#include "format/safetensors.h"
#include "model/loss.h"
#include "model/sequence_classifier.h"

#include <ATen/ATen.h>
#include <QTest>
#include <cmath>
#include <cstring>
#include <numeric>

/// Shared by the tests of the model: golden files of tests/golden/make_model.py, and handmade samples.
namespace tunedesk::model {

inline const fs::path golden_folder = TUNEDESK_SOURCE_DIR "/tests/golden";

/// A golden file's tensors by name.
class Golden {
public:
    explicit Golden(const std::string& name) : file_(golden_folder / (name + ".safetensors")) {}

    template <class T>
    std::vector<T> values(const std::string& name) const {
        const std::span<const std::byte> bytes = file_.data(name);
        std::vector<T> values(bytes.size() / sizeof(T));
        std::memcpy(values.data(), bytes.data(), bytes.size());
        return values;
    }
    std::vector<float> floats(const std::string& name) const { return values<float>(name); }
    std::vector<std::int32_t> ints(const std::string& name) const { return values<std::int32_t>(name); }
    bool contains(const std::string& name) const { return file_.tensors().count(name) > 0; }
    std::size_t count(const std::string& prefix) const {
        std::size_t found = 0;
        for (const auto& [name, info] : file_.tensors())
            found += name.rfind(prefix, 0) == 0;
        return found;
    }

private:
    format::SafetensorsFile file_;
};

/// A golden model with the same probability for all dropouts.
inline SequenceClassifier golden_model(const std::string& name, double dropout,
                                       const Operations& operations) {
    const fs::path folder = golden_folder / "models" / name;
    arch::ModelConfig config = arch::read_model_config(folder);
    config.hidden_dropout = config.attention_dropout = config.classifier_dropout = dropout;
    SequenceClassifier model(config, name == "tiny-bert" ? 3 : 2, {at::kCPU, &operations});
    model.initialise(5);
    model.load(format::ModelWeights(folder));
    return model;
}

/// Samples that own their ids.
struct Samples {
    std::vector<std::int32_t> ids;
    std::vector<Sample> list;

    /// From a golden file, or a part of one.
    explicit Samples(const auto& golden) : ids(golden.ints("batch.ids")) {
        const auto lengths = golden.ints("batch.lengths"), labels = golden.ints("batch.labels"),
                   types = golden.ints("batch.type_one");
        fill(lengths, types, labels);
    }
    /// Sequences of these lengths with varied ids, labels and type ids.
    Samples(const std::vector<std::int32_t>& lengths, std::int32_t vocabulary, std::int32_t labels) {
        std::vector<std::int32_t> types, targets;
        std::uint32_t number = 7;
        for (const std::int32_t length : lengths) {
            for (std::int32_t i = 0; i < length; ++i) {
                number = number * 1664525u + 1013904223u;
                ids.push_back(1 + static_cast<std::int32_t>(number >> 8) % (vocabulary - 1));
            }
            types.push_back(length / 3);
            targets.push_back(static_cast<std::int32_t>(targets.size()) % labels);
        }
        fill(lengths, types, targets);
    }
    Samples(const Samples&) = delete;
    Samples& operator=(const Samples&) = delete;

    std::shared_ptr<const Batch> batch(bool padded) const { return part(0, list.size(), padded); }
    /// As a batch for the model's operations.
    std::shared_ptr<const Batch> batch(bool padded, const SequenceClassifier& model) const {
        return model.batch(list, padded);
    }
    std::shared_ptr<const Batch> part(std::size_t begin, std::size_t end, bool padded) const {
        return std::make_shared<const Batch>(
            make_batch(std::span(list).subspan(begin, end - begin), padded, 0));
    }

private:
    void fill(const std::vector<std::int32_t>& lengths, const std::vector<std::int32_t>& types,
              const std::vector<std::int32_t>& labels) {
        std::size_t start = 0;
        for (std::size_t i = 0; i < lengths.size(); ++i) {
            Sample sample;
            sample.index = static_cast<std::uint32_t>(i);
            sample.ids = std::span(ids).subspan(start, static_cast<std::size_t>(lengths[i]));
            sample.second_segment_length = static_cast<std::uint32_t>(types[i]);
            sample.label = labels[i];
            start += static_cast<std::size_t>(lengths[i]);
            list.push_back(sample);
        }
    }
};

inline std::vector<float> values_of(const at::Tensor& tensor) {
    const at::Tensor dense = tensor.detach().to(at::kCPU, at::kFloat).contiguous();
    return {dense.const_data_ptr<float>(), dense.const_data_ptr<float>() + dense.numel()};
}

/// All gradients by name; zeros for parameters without one.
inline std::map<std::string, std::vector<float>> gradients_of(const Parameters& parameters) {
    std::map<std::string, std::vector<float>> gradients;
    for (const Parameter& parameter : parameters.all()) {
        const at::Tensor& gradient = parameter.value.grad();
        gradients[parameter.name] =
            gradient.defined() ? values_of(gradient)
                               : std::vector<float>(static_cast<std::size_t>(parameter.value.numel()));
    }
    return gradients;
}

inline void clear_gradients(Parameters& parameters) {
    for (Parameter& parameter : parameters.all())
        parameter.value.mutable_grad().reset();
}

inline double largest(const std::vector<float>& values) {
    double top = 0;
    for (const float value : values)
        top = std::max(top, std::abs(static_cast<double>(value)));
    return top;
}

/// The largest difference; infinite if sizes differ or a value is not a number.
inline double difference(const std::vector<float>& a, const std::vector<float>& b) {
    if (a.size() != b.size()) return INFINITY;
    double top = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double d = std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i]));
        if (!(d <= top)) top = std::isnan(d) ? INFINITY : d;
    }
    return top;
}

/// Compares gradients by name, each relative to its own largest element, or to a thousandth of the largest of
/// all. A gradient that is zero except for rounding (such as a key's bias) may differ by half a unit in the
/// last place of the largest of all: other processors add in another order.
inline bool close(const std::map<std::string, std::vector<float>>& ours,
                  const std::map<std::string, std::vector<float>>& theirs, double tolerance) {
    double top = 0;
    for (const auto& [name, values] : theirs)
        top = std::max(top, largest(values));
    bool all = ours.size() == theirs.size() && top > 0;
    for (const auto& [name, values] : theirs) {
        const auto found = ours.find(name);
        const double off = found == ours.end() ? INFINITY : difference(found->second, values);
        const bool is_rounding = largest(values) < 1e-6 * top && off <= top * 0x1p-24;
        const double error = off / std::max(largest(values), 1e-3 * top);
        if (error <= tolerance || is_rounding) continue;
        all = false;
        qWarning("%s: relative error %g", name.c_str(), error);
    }
    return all;
}

/// Runs a forward and a backward pass; leaves the gradients in the parameters.
inline LossParts train_pass(const SequenceClassifier& model, const std::shared_ptr<const Batch>& batch,
                            const Pass& pass, double normaliser) {
    LossParts parts =
        model.placement().operations->cross_entropy(model.forward(batch, pass), *batch, {}, 0, normaliser);
    parts.total.backward();
    return parts;
}

} // namespace tunedesk::model
