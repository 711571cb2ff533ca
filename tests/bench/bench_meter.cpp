// SPDX-License-Identifier: GPL-3.0-or-later
// What the memory meter and its pages cost a training step: steps of MiniLM's shape on SST-2-like batches of
// ever other sizes, in turn with LibTorch's own allocator and with the meter's, many short alternations in
// one process. Prints the median of the pairs' ratios, and the allocations of a step.
//
// usage: bench_meter [PAIRS]

#include "memory/meter.h"
#include "memory/torch_headers.h"
#include "model/loss.h"
#include "model/sequence_classifier.h"

#include <algorithm>
#include <c10/core/Allocator.h>
#include <c10/core/CPUAllocator.h>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <malloc.h>
#include <random>

using namespace tunedesk::model;

namespace {

constexpr std::int64_t labels = 2;

tunedesk::arch::ModelConfig minilm() {
    tunedesk::arch::ModelConfig config;
    config.vocab_size = 30522;
    config.hidden_size = 384;
    config.num_hidden_layers = 6;
    config.num_attention_heads = 12;
    config.intermediate_size = 1536;
    config.max_position_embeddings = 512;
    config.type_vocab_size = 2;
    return config;
}

/// A batch of 32 short sentences.
class Batches {
public:
    std::shared_ptr<const Batch> next(const SequenceClassifier& model) {
        ids_.assign(32 * 60, 0);
        std::vector<Sample> samples;
        for (std::uint32_t i = 0; i < 32; ++i) {
            const auto length = 6 + random_() % 40;
            std::int32_t* const first = ids_.data() + i * 60;
            for (std::size_t k = 0; k < length; ++k)
                first[k] = static_cast<std::int32_t>(1 + random_() % 30000);
            samples.push_back({i, {first, length}, 0, static_cast<std::int32_t>(i % labels)});
        }
        return model.batch(samples, false);
    }

private:
    std::mt19937 random_{5};
    std::vector<std::int32_t> ids_;
};

double step_seconds(const SequenceClassifier& model, const std::vector<at::Tensor>& trained,
                    const std::shared_ptr<const Batch>& batch) {
    const auto start = std::chrono::steady_clock::now();
    memory::enter(memory::Phase::forward);
    const LossParts loss = cross_entropy(model.forward(batch, {.training = true}), batch->labels, {}, 0, 32);
    memory::enter(memory::Phase::backward);
    loss.total.backward();
    for (const at::Tensor& parameter : trained)
        parameter.mutable_grad().reset();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                     values.end());
    return values[values.size() / 2];
}

} // namespace

int main(int argc, char** argv) {
    const int pairs = argc > 1 ? std::atoi(argv[1]) : 60;
    mallopt(M_MMAP_THRESHOLD, 32 << 20); // as the worker did for LibTorch's allocator
    mallopt(M_TRIM_THRESHOLD, -1);
    c10::Allocator* const plain = c10::GetCPUAllocator();
    memory::install();
    c10::Allocator* const metered = c10::GetCPUAllocator();
    SequenceClassifier model(minilm(), labels, placement_on(at::kCPU));
    model.initialise(1);
    std::vector<at::Tensor> trained;
    for (const Parameter& parameter : model.parameters().all())
        trained.push_back(parameter.value);
    memory::count_gradients(trained);
    Batches batches;
    std::vector<double> ratios, plain_seconds;
    for (int pair = -3; pair < pairs; ++pair) { // the first ones warm up
        const auto batch = batches.next(model);
        double seconds[2];
        for (int turn = 0; turn < 2; ++turn) {
            const int which = (pair + turn) & 1; // either comes first every other time
            c10::SetCPUAllocator(which ? metered : plain, /*priority=*/1);
            seconds[which] = step_seconds(model, trained, batch);
        }
        if (pair < 0) continue;
        ratios.push_back(seconds[1] / seconds[0]);
        plain_seconds.push_back(seconds[0]);
    }
    std::printf("%d pairs; a step without the meter %.1f ms; with it %+.2f %% (median of the pairs)\n", pairs,
                1e3 * median(plain_seconds), 100 * (median(ratios) - 1));
    return 0;
}
