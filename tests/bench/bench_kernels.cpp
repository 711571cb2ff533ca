// SPDX-License-Identifier: GPL-3.0-or-later
// The CPU kernels of a training step, each beside the machine's limit: bench_kernels
// [--benchmark_filter=...]. The limits, the rates of the faster fp32 matrix product and of a copy in memory,
// are measured first, in the same process and with the same threads (OMP_NUM_THREADS). `share` is the part of
// the limit that a kernel reaches; above 1 its data came from the caches. Rows are those of a packed batch of
// 12 reviews.
#include "kernel_rates.h"

#include "kernel/kernels.h"
#include "memory/torch_headers.h"
#include "model/host/functions.h"
#include "model/loss.h"
#include "model/sequence_classifier.h"
#include "train/optimizer/optimizer.h"
#include "train/update.h"

#include <ATen/ops/_foreach_mul.h>
#include <ATen/ops/_foreach_norm.h>
#include <ATen/ops/_fused_adamw.h>
#include <ATen/ops/stack.h>
#include <fmt/format.h>
#include <malloc.h>
#include <torch/optim/adam.h>

namespace {

using namespace tunedesk;
using namespace tunedesk::model;
using namespace tunedesk::bench;

arch::ModelConfig minilm() {
    arch::ModelConfig config;
    config.vocab_size = 30522;
    config.hidden_size = width;
    config.num_hidden_layers = 6;
    config.num_attention_heads = heads;
    config.intermediate_size = wide;
    config.max_position_embeddings = 512;
    config.type_vocab_size = 2;
    return config;
}

at::Tensor leaf(std::vector<std::int64_t> shape) {
    return at::randn(shape).mul_(0.05).set_requires_grad(true);
}

/// bias + GELU over the wide rows: reads u, writes u and a; backwards reads u and da and writes both.
void bias_gelu(benchmark::State& state, bool backward) {
    const std::int64_t rows = reviews()->rows();
    const at::Tensor u = at::randn({rows, wide}), a = at::randn_like(u), bias = at::randn({wide}).mul_(1e-6);
    const at::Tensor fresh_u = u.clone(), fresh_a = a.clone();
    const auto renew = [&] { // the backward pass works in place: again and again it would come to denormals
        u.copy_(fresh_u);
        a.copy_(fresh_a);
    };
    const at::Tensor sums = at::empty({kernel::chunk_count(rows), wide});
    const auto data = [](const at::Tensor& tensor) { return tensor.mutable_data_ptr<float>(); };
    const kernel::Kernels& k = kernel::kernels();
    measure(
        state, "B/s", static_cast<double>(rows * wide) * (backward ? 16 : 12), limits.bytes,
        [&] {
            if (backward)
                for_range(sums.size(0), [&](std::int64_t begin, std::int64_t end) {
                    k.activation_backward(kernel::Activation::gelu, kernel::Number::fp32, data(u), data(a),
                                          data(sums), wide, rows, begin, end);
                });
            else
                for_range(rows, [&](std::int64_t begin, std::int64_t end) {
                    k.activation_forward(kernel::Activation::gelu, kernel::Number::fp32, data(u), data(bias),
                                         data(a), wide, begin, end);
                });
        },
        renew);
}
BENCHMARK_CAPTURE(bias_gelu, forward, false)->UseManualTime();
BENCHMARK_CAPTURE(bias_gelu, backward, true)->UseManualTime();

/// dropout + residual + LayerNorm: reads and writes two matrices of hidden rows either way.
void dropout_residual_norm(benchmark::State& state, bool backward) {
    const auto batch = reviews();
    const RowView view(batch, false);
    const at::Tensor x = at::randn({batch->rows(), width}), residual = at::randn_like(x),
                     y = at::empty_like(x);
    const at::Tensor ones = at::ones({width}), zeros = at::zeros({width}), rstd = at::ones({batch->rows()});
    const at::Tensor dy = at::randn_like(x), dx = at::empty_like(x), d_residual = at::empty_like(x);
    const at::Tensor sums = at::empty({kernel::chunk_count(batch->rows()), 3, width});
    kernel::ResidualNorm n;
    n.rows = view.rows(width);
    n.x = x.mutable_data_ptr<float>();
    n.bias = n.beta = zeros.const_data_ptr<float>();
    n.gamma = ones.const_data_ptr<float>();
    n.residual = residual.const_data_ptr<float>();
    n.eps = 1e-12f;
    n.y = y.mutable_data_ptr<float>();
    n.rstd = rstd.mutable_data_ptr<float>();
    n.dropout = {1, 1, 1, dropout_share};
    n.dy = dy.const_data_ptr<float>();
    n.dx = dx.mutable_data_ptr<float>();
    n.d_residual = d_residual.mutable_data_ptr<float>();
    n.sums = sums.mutable_data_ptr<float>();
    const kernel::Kernels& k = kernel::kernels();
    measure(state, "B/s", static_cast<double>(batch->rows() * width) * 16, limits.bytes, [&] {
        for_range(backward ? sums.size(0) : batch->rows(), [&](std::int64_t begin, std::int64_t end) {
            (backward ? k.residual_norm_backward : k.residual_norm_forward)(n, begin, end);
        });
    });
}
BENCHMARK_CAPTURE(dropout_residual_norm, forward, false)->UseManualTime();
BENCHMARK_CAPTURE(dropout_residual_norm, backward, true)->UseManualTime();

/// Embeddings with their norm and dropout, and the gradient of the whole table.
void embedding(benchmark::State& state, bool backward) {
    const auto batch = reviews();
    const at::Tensor word = leaf({30522, width}), position = leaf({512, width}), type = leaf({2, width});
    const NormParameters norm{leaf({width}), leaf({width}), 1e-12};
    const at::Tensor gradient = at::randn({batch->rows(), width});
    const double rows = static_cast<double>(batch->rows() * width) * 4;
    // forward: three tables read, x and y written; backward: dy, x and dx, then dx added to three tables of
    // zeros
    const double traffic = rows * 5 + (backward ? rows * 12 + 30522.0 * width * 4 : 0);
    measure(state, "B/s", traffic, limits.bytes, [&] {
        const at::Tensor y = embed(batch, word, position, type, norm, {1, 1, 1, dropout_share}, 0);
        if (!backward) return;
        y.backward(gradient);
        word.mutable_grad().reset();
        position.mutable_grad().reset();
        type.mutable_grad().reset();
    });
}
BENCHMARK_CAPTURE(embedding, forward, false)->UseManualTime();
BENCHMARK_CAPTURE(embedding, forward_and_backward, true)->UseManualTime();

/// A head's loss is small: its time counts, not its rate.
void cross_entropy_loss(benchmark::State& state) {
    const at::Tensor logits = leaf({32, 2}), labels = at::randint(2, {32}, at::kLong);
    measure(state, "calls/s", 1, 0, [&] {
        cross_entropy(logits, labels, {}, 0, 32).total.backward();
        logits.mutable_grad().reset();
    });
}
BENCHMARK(cross_entropy_loss)->UseManualTime();

/// Both passes over a batch.
void backward(SequenceClassifier& model, const std::shared_ptr<const Batch>& batch, Pass pass) {
    const at::Tensor logits = model.forward(batch, pass);
    cross_entropy(logits, batch->labels, {}, 0, static_cast<double>(batch->size())).total.backward();
}

/// A step of AdamW over a model of MiniLM's shape, with gradients of every parameter: reads the parameter,
/// its gradient and two states, writes all but the gradient.
class AdamW : public benchmark::Fixture {
public:
    void SetUp(benchmark::State&) override {
        model_ = std::make_unique<SequenceClassifier>(minilm(), 2);
        model_->initialise(1);
        for (Parameter& parameter : model_->parameters().all())
            parameter.value.mutable_grad() = at::randn_like(parameter.value).mul_(1e-3);
    }
    void TearDown(benchmark::State&) override { model_.reset(); }
    /// Gradients of one pass over the reviews in place of those of every row.
    void differentiate(train::Optimizer& optimizer) {
        optimizer.begin_step(5e-5, false);
        backward(*model_, reviews(),
                 {.training = true, .seed = 1, .step = 1, .sparse = optimizer.takes_sparse()});
    }

protected:
    std::unique_ptr<SequenceClassifier> model_;

    template <class Work>
    void measure_step(benchmark::State& state, Work work) {
        double elements = 0;
        for (const Parameter& parameter : model_->parameters().all())
            elements += static_cast<double>(parameter.value.numel());
        measure(state, "B/s", elements * 28, limits.bytes, work);
    }
};

/// `trained`: with the gradients of a pass, in which most word embeddings have none, which the update leaves
/// out without another result.
BENCHMARK_DEFINE_F(AdamW, ours)(benchmark::State& state) {
    Preset::Training training;
    training.optim = Preset::Optim::adamw;
    train::Optimizer optimizer(training, model_->parameters());
    if (state.range(0)) differentiate(optimizer);
    measure_step(state, [&] { benchmark::DoNotOptimize(test::update(optimizer)); });
}
BENCHMARK_REGISTER_F(AdamW, ours)->ArgName("trained")->Arg(0)->Arg(1)->UseManualTime();

/// LibTorch's norm of all gradients, and their clipping by it, which ours does too.
void clip(const std::vector<at::Tensor>& gradients) {
    const at::Tensor norm = at::stack(at::_foreach_norm(gradients, 2)).norm();
    at::_foreach_mul_(gradients, (1 / (norm + 1e-6)).clamp_max(1));
}

/// LibTorch's own fused one, for comparison: alone, and after norm and clipping.
BENCHMARK_DEFINE_F(AdamW, at_fused)(benchmark::State& state) {
    const at::NoGradGuard no_gradients;
    std::vector<at::Tensor> parameters, gradients, first, second, steps;
    for (const Parameter& parameter : model_->parameters().all()) {
        parameters.push_back(parameter.value);
        gradients.push_back(parameter.value.grad());
        first.push_back(at::zeros_like(parameter.value));
        second.push_back(at::zeros_like(parameter.value));
        steps.push_back(at::ones({}));
    }
    measure_step(state, [&] {
        if (state.range(0)) clip(gradients);
        at::_fused_adamw_(parameters, gradients, first, second, {}, steps, 5e-5, 0.9, 0.999, 0.01, 1e-8,
                          false, false);
    });
}
BENCHMARK_REGISTER_F(AdamW, at_fused)->ArgName("clips")->Arg(0)->Arg(1)->UseManualTime();

/// torch.optim.Adam as the usual recipe has it on the host: a parameter at a time, a pass for each operation.
BENCHMARK_DEFINE_F(AdamW, torch_adam)(benchmark::State& state) {
    std::vector<at::Tensor> parameters, gradients;
    for (const Parameter& parameter : model_->parameters().all()) {
        parameters.push_back(parameter.value);
        gradients.push_back(parameter.value.grad());
    }
    torch::optim::Adam adam(parameters, torch::optim::AdamOptions(5e-5));
    measure_step(state, [&] {
        const at::NoGradGuard no_gradients;
        if (state.range(0)) clip(gradients);
        adam.step();
    });
}
BENCHMARK_REGISTER_F(AdamW, torch_adam)->ArgName("clips")->Arg(0)->Arg(1)->UseManualTime();

/// A whole training step of MiniLM on the packed reviews: passes, the gradients' norm, clipping, AdamW. Its
/// work is that of the matrix products and of attention, which a backward pass does twice. `share` is what
/// the median step reaches of the rate of the median product, timed by turns with the steps: the machine's
/// speed is not that of a minute ago. `share_of_best`: of the best product before all benchmarks.
void step(benchmark::State& state, at::ScalarType compute) {
    const auto batch = reviews();
    SequenceClassifier model(minilm(), 2, {at::kCPU, &fused_operations(), compute});
    model.initialise(1);
    Preset::Training training;
    training.optim = Preset::Optim::adamw;
    train::Optimizer optimizer(training, model.parameters());
    const auto rows = static_cast<double>(batch->rows()), firsts = static_cast<double>(batch->size());
    const double layer = 4.0 * width * width + 2.0 * width * wide;
    const double last = rows * 2 * width * width + firsts * (layer - 2.0 * width * width); // keys and values
    double pairs = 0, first_pairs = 0;
    for (const kernel::Sequence& sequence : batch->sequences) {
        pairs += static_cast<double>(sequence.keys) * sequence.keys;
        first_pairs += sequence.keys;
    }
    const double products = 2 * (5 * rows * layer + last), attention = 4 * width * (5 * pairs + first_pairs);
    const double flops = 3 * (products + attention);
    const bool in_fp32 = compute == at::kFloat;
    std::uint32_t number = 0;
    std::vector<double> step_seconds, product_seconds;
    const auto timed = [](std::vector<double>& seconds, const auto& work) {
        const double start = monotonic_seconds();
        work();
        seconds.push_back(monotonic_seconds() - start);
    };
    const auto train = [&] {
        optimizer.begin_step(5e-5, false);
        Pass pass{.training = true, .seed = 1, .step = ++number, .sparse = optimizer.takes_sparse()};
        backward(model, batch, pass);
        benchmark::DoNotOptimize(test::update(optimizer));
    };
    measure(
        state, "FLOP/s", flops, 0, [&] { timed(step_seconds, train); },
        [&] {
            const at::NoGradGuard no_gradients;
            for (int i = 0; i < 8; ++i)
                timed(product_seconds, in_fp32 ? limits.product : limits.product_in_bf16);
        });
    const double rate = flops / bench::median(step_seconds);
    state.counters["share"] = rate / (limits.product_flops / bench::median(product_seconds));
    state.counters["share_of_best"] = rate / (in_fp32 ? limits.flops : limits.flops_in_bf16);
}
BENCHMARK_CAPTURE(step, fp32, at::kFloat)->UseManualTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(step, bf16, at::kBFloat16)->UseManualTime()->Unit(benchmark::kMillisecond);

} // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    at::manual_seed(1);
    mallopt(M_MMAP_THRESHOLD, 1 << 30); // as the worker does
    mallopt(M_TRIM_THRESHOLD, -1);
    limits = bench::measure_limits(reviews()->rows(), width, wide);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
