#pragma once

#include "model/parameters.h"
#include "preset/preset.h"

#include <ATen/core/Tensor.h>
#include <string>
#include <vector>

namespace tunedesk::train {

/// SGD, Adam or AdamW over the trained parameters, as torch.optim computes them. Weight decay leaves out
/// biases and norms. State is kept per Hugging Face name: `NAME.exp_avg`, `NAME.exp_avg_sq`, or
/// `NAME.momentum_buffer`.
class Optimizer {
public:
    Optimizer(const Preset::Training& training, model::Parameters& parameters);

    /// Drops gradients, or zeroes them where somebody else owns their memory (`keep_memory`).
    void zero_gradients(bool keep_memory);
    /// L2 norm of all gradients together; not finite where any of them is not.
    double gradient_norm() const;
    /// One update. Gradients are multiplied by `gradient_scale` first; `updates` is how many were done
    /// before.
    void step(double learning_rate, double gradient_scale, std::int64_t updates);

    struct State {
        std::string name;
        at::Tensor value;
    };
    /// All state tensors, in a fixed order, for checkpoints.
    std::vector<State> states() const;
    const std::vector<at::Tensor>& trained() const { return trained_; }

private:
    struct Slot {
        std::string name;
        at::Tensor value, first, second;
        bool decays = false;
    };
    /// A part of one parameter: what a thread takes at a time.
    struct Chunk {
        std::size_t slot = 0;
        std::int64_t begin = 0, end = 0;
    };

    Preset::Training training_;
    std::vector<Slot> slots_;
    std::vector<at::Tensor> trained_;
    std::vector<Chunk> chunks_;
};

} // namespace tunedesk::train
