#pragma once

#include "model/operations.h"
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
    /// Computes as `operations` do: with the fused kernels on the host, or with LibTorch's fused optimizers
    /// on the parameters' device, where the host waits for nothing.
    Optimizer(const Preset::Training& training, model::Parameters& parameters,
              const model::Operations& operations = model::fused_operations());

    /// Drops gradients, or zeroes them where somebody else owns their memory (`keep_memory`).
    void zero_gradients(bool keep_memory);
    /// Clips the gradients to training.max_grad_norm and makes one update, unless one of them is not finite:
    /// then all stays as it was. Returns the L2 norm of all gradients together before clipping, a scalar on
    /// the parameters' device that is finite where they are.
    at::Tensor update(double learning_rate);
    /// Says how many updates were made before, after a restore.
    void set_updates(std::int64_t updates);

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

    at::Tensor update_fused(double learning_rate);
    at::Tensor update_aten(double learning_rate);
    double gradient_norm() const;
    void step(double learning_rate, double gradient_scale);

    Preset::Training training_;
    at::Tensor (Optimizer::*update_)(double);
    std::int64_t updates_ = 0; ///< of the fused kernels
    at::Tensor updates_there_; ///< of LibTorch's, fp32 on the device
    std::vector<Slot> slots_;
    std::vector<at::Tensor> trained_;
    std::vector<Chunk> chunks_;
};

} // namespace tunedesk::train
