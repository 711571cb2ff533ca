// SPDX-License-Identifier: GPL-3.0-or-later
#include "probe/device_probe.h"

#include "base/clock.h"
#include "base/error.h"
#include "memory/out_of_memory.h"
#include "memory/torch_headers.h"
#include "probe/architectures.h"

#include <algorithm>
#include <chrono>
#include <dlfcn.h>
#include <fmt/format.h>
#include <torch/csrc/distributed/c10d/Backend.hpp>
#include <torch/csrc/distributed/c10d/HashStore.hpp>
#include <torch/headeronly/version.h>

namespace tunedesk::probe {

namespace {

at::Tensor numbers() {
    return at::arange(1 << 20, at::TensorOptions(at::kFloat)).mul_(0.5);
}

double difference(const at::Tensor& a, const at::Tensor& b) {
    return (a - b).abs().max().item<double>();
}

arch::ModelConfig distilled(arch::ModelConfig config) {
    config.family = &arch::distilbert;
    config.type_vocab_size = 0;
    return config;
}

/// The larger differences of a BERT and a DistilBERT.
ModelDifference compare_both(const parallel::Device& device, const arch::ModelConfig& config,
                             at::ScalarType type) {
    const ModelDifference bert = compare_models(device, config, type),
                          distilbert = compare_models(device, distilled(config), type);
    return {std::max(bert.logits, distilbert.logits), std::max(bert.gradients, distilbert.gradients)};
}

/// Bytes that stay allocated when models have computed once more: at the first time libraries take
/// workspaces, for good, which are no leak.
double kept_by_models(const parallel::Device& device, const arch::ModelConfig& config,
                      const std::vector<at::ScalarType>& types) {
    const std::uint64_t held = device.memory().allocated;
    for (const at::ScalarType type : types)
        compare_both(device, config, type);
    return static_cast<double>(device.memory().allocated) - static_cast<double>(held);
}

double copy_there_and_back(at::Device place) {
    const at::Tensor here = numbers();
    return difference(here.to(place).to(at::kCPU), here);
}

double run_a_kernel(at::Device place) {
    const at::Tensor here = numbers();
    const at::Tensor one = at::ones({8, 8}, at::TensorOptions(place));
    const double product = difference(at::mm(one, one).to(at::kCPU), at::full({8, 8}, 8.0f));
    return std::max(product, difference(here.to(place).mul(2).add(1).to(at::kCPU), here.mul(2).add(1)));
}

double reduce_alone(const parallel::Device& device) {
    const auto backend =
        device.accelerator()->nccl(c10::make_intrusive<c10d::HashStore>(), 0, 1, std::chrono::seconds(30));
    std::vector<at::Tensor> tensors{numbers().to(device.place())};
    backend->allreduce(tensors)->wait();
    const double found = difference(tensors[0].to(at::kCPU), numbers());
    backend->shutdown();
    return found;
}

/// The first line of what was thrown.
std::string first_line(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

/// How far products in a type may be from those in fp32: logits, gradients.
struct Tolerance {
    double logits, gradients;
};
Tolerance tolerance_of(at::ScalarType type) {
    if (type == at::kBFloat16) return {0.05, 0.2};
    if (type == at::kHalf) return {0.01, 0.05};
    return {1e-4, 1e-3};
}

std::string name_of(at::ScalarType type) {
    return type == at::kBFloat16 ? "bf16" : type == at::kHalf ? "fp16" : "fp32";
}

} // namespace

Json libraries() {
    Json found{
        {"libtorch", TORCH_VERSION}, {"library", ""}, {"problem", ""}, {"architectures", Json::array()}};
    try {
        found["library"] = parallel::accelerator_library().string();
    } catch (const Error& error) {
        found["problem"] = error.message();
        return found;
    }
    Dl_info info{};
    if (::dladdr(reinterpret_cast<const void*>(&at::globalContext), &info) != 0 && info.dli_fname)
        found["architectures"] =
            architectures_in(fs::path(info.dli_fname).parent_path() / "libtorch_cuda.so");
    return found;
}

void probe_device(const parallel::Device& device, const arch::ModelConfig& config, const Extras& extras,
                  const std::function<void(const std::string& id)>& begins,
                  const std::function<void(const Row&)>& ends) {
    const auto compare = [&](const std::string& id, double tolerance, const std::function<double()>& figure) {
        begins(id);
        const double start = monotonic_seconds();
        Row row;
        row.id = id;
        row.tolerance = tolerance;
        try {
            row.figure = figure();
        } catch (const std::exception& error) {
            row.reason = first_line(error.what());
            row.out_of_memory = memory::is_out_of_gpu_memory(error);
        }
        row.seconds = monotonic_seconds() - start;
        ends(row);
        return row.passed();
    };
    if (!compare("copy", 0, [&] { return copy_there_and_back(device.place()); })) return;
    if (!compare("kernel", 0, [&] { return run_a_kernel(device.place()); })) return;
    std::vector<at::ScalarType> all{at::kFloat}, well;
    all.insert(all.end(), extras.types.begin(), extras.types.end());
    for (const at::ScalarType type : all) {
        const Tolerance allowed = tolerance_of(type);
        ModelDifference found;
        if (!compare("logits " + name_of(type), allowed.logits, [&] {
                found = compare_both(device, config, type);
                return found.logits;
            }))
            continue;
        compare("gradients " + name_of(type), allowed.gradients, [&] { return found.gradients; });
        well.push_back(type);
    }
    if (extras.nccl) compare("nccl", 0, [&] { return reduce_alone(device); });
    compare("memory", 0, [&] { return kept_by_models(device, config, well); });
}

} // namespace tunedesk::probe
