// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/support.h"
#include "parallel/device.h"

#include "base/error.h"

#include <QCoreApplication>
#include <cstdio>

/// Shared by the tests that require a machine with an NVIDIA GPU.
namespace tunedesk::test {

using namespace tunedesk::model;

inline const fs::path minilm = TUNEDESK_SOURCE_DIR "/.deps/models/all-MiniLM-L6-v2";

inline parallel::Device gpu() {
    return parallel::open_gpu("cuda", {});
}

/// Whether the GPU is the simulated one of tests/simulated.
inline bool is_simulated() {
    return gpu().accelerator()->versions() == "simulated";
}

inline SequenceClassifier model_on(const fs::path& folder, std::int64_t labels, const Placement& placement,
                                   double dropout) {
    arch::ModelConfig config = arch::read_model_config(folder);
    config.hidden_dropout = config.attention_dropout = config.classifier_dropout = dropout;
    SequenceClassifier model(config, labels, placement);
    model.initialise(3);
    model.load(format::ModelWeights(folder));
    return model;
}

inline SequenceClassifier model_on(const fs::path& folder, std::int64_t labels, at::Device device,
                                   double dropout) {
    return model_on(folder, labels, placement_on(device), dropout);
}

/// Placement on the GPU with LibTorch's operations or the fused ones.
inline Placement on_gpu(bool fused, at::ScalarType compute = at::kFloat) {
    static const Operations operations = gpu().accelerator()->operations(aten_operations());
    Placement placement = placement_on(gpu().place(), compute);
    placement.operations = fused ? &operations : &aten_operations();
    return placement;
}

/// main() of such a test. Returns 77 if there is no GPU.
template <class Test>
int run_on_gpu(int argc, char** argv) {
    constexpr int no_gpu = 77;
    try {
        gpu();
    } catch (const Error& error) {
        std::printf("no GPU: %s\n", error.line().c_str());
        return no_gpu;
    }
    QCoreApplication application(argc, argv);
    Test test;
    return QTest::qExec(&test, argc, argv);
}

} // namespace tunedesk::test
