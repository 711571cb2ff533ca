// SPDX-License-Identifier: GPL-3.0-or-later
#include "memory/torch_headers.h"
#include "model/sequence_classifier.h"
#include "probe/device_probe.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tunedesk::probe {

namespace {

/// Sequences of mixed lengths with varied ids.
struct Rows {
    std::vector<std::int32_t> ids;
    std::vector<model::Sample> samples;

    explicit Rows(const arch::ModelConfig& config) {
        constexpr std::array<std::int32_t, 8> lengths{5, 31, 1, 17, 32, 16, 9, 24};
        ids.reserve(256);
        std::uint32_t number = 7;
        for (const std::int32_t length : lengths) {
            model::Sample sample;
            sample.index = static_cast<std::uint32_t>(samples.size());
            const std::size_t start = ids.size();
            for (std::int32_t i = 0; i < length; ++i) {
                number = number * 1664525u + 1013904223u;
                ids.push_back(
                    static_cast<std::int32_t>((number >> 8) % static_cast<std::uint32_t>(config.vocab_size)));
            }
            sample.ids = std::span(ids).subspan(start, static_cast<std::size_t>(length));
            sample.second_segment_length =
                config.type_vocab_size > 1 ? static_cast<std::uint32_t>(length) / 3 : 0;
            sample.label = static_cast<std::int32_t>(samples.size()) % 2;
            samples.push_back(sample);
        }
    }
    Rows(const Rows&) = delete;
    Rows& operator=(const Rows&) = delete;
};

struct Computed {
    at::Tensor logits;                 ///< on the host, fp32
    std::vector<at::Tensor> gradients; ///< likewise
};

at::Tensor on_host(const at::Tensor& tensor) {
    return tensor.detach().to(at::kCPU, at::kFloat);
}

Computed compute(const arch::ModelConfig& config, const model::Placement& placement) {
    constexpr std::int64_t classes = 2;
    model::SequenceClassifier model(config, classes, placement);
    model.initialise(3);
    const Rows rows(config);
    const auto batch = model.batch(rows.samples, /*padded=*/false);
    const at::Tensor logits = model.forward(batch, {});
    const model::LossParts loss =
        placement.operations->cross_entropy(logits, *batch, {}, 0, static_cast<double>(rows.samples.size()));
    loss.total.backward();
    Computed computed{on_host(logits), {}};
    for (const model::Parameter& parameter : model.parameters().all()) {
        const at::Tensor& gradient = parameter.value.grad();
        computed.gradients.push_back(gradient.defined()
                                         ? on_host(gradient.is_sparse() ? gradient.to_dense() : gradient)
                                         : at::zeros({1}));
    }
    return computed;
}

double largest(const at::Tensor& tensor) {
    const double value = tensor.abs().max().item<double>();
    return std::isfinite(value) ? value : INFINITY;
}

} // namespace

ModelDifference compare_models(const parallel::Device& device, const arch::ModelConfig& config,
                               at::ScalarType type) {
    const Computed host = compute(config, model::placement_on(at::kCPU)),
                   there = compute(config, model::placement_on(device.place(), type));
    ModelDifference found{largest(host.logits - there.logits) / largest(host.logits), 0};
    double top = 0;
    for (const at::Tensor& gradient : host.gradients)
        top = std::max(top, largest(gradient));
    for (std::size_t i = 0; i < host.gradients.size(); ++i) {
        // A key's bias has a gradient that is zero but for rounding: measured by all.
        const double scale = std::max(largest(host.gradients[i]), 1e-2 * top);
        found.gradients = std::max(found.gradients, largest(host.gradients[i] - there.gradients[i]) / scale);
    }
    return found;
}

} // namespace tunedesk::probe
