#pragma once

#include "model/operations.h"
#include "model/parameters.h"
#include "preset/preset.h"
#include "train/host_link.h"
#include "train/row_gradient.h"

#include <ATen/core/Tensor.h>
#include <string>
#include <vector>

namespace tunedesk::train {

/// SGD, Adam or AdamW over the trained parameters, as torch.optim computes them. Weight decay leaves out
/// biases and norms. State is kept per Hugging Face name: `NAME.exp_avg`, `NAME.exp_avg_sq`, or
/// `NAME.momentum_buffer`. It is of the parameters' type, as torch.optim's, but for parameters in fp16 fp32:
/// squares of gradients are often below what fp16 holds. AdamW in 8 bits keeps a byte for each number of
/// tensors of 4,096 and more, `NAME.exp_avg_8bit`, and a scale for each block of 256, `NAME.exp_avg_scales`
/// (kernel/codebook.h).
class Optimizer {
public:
    /// Computes as `operations` do: with the fused kernels on the host, or with LibTorch's fused optimizers
    /// on the parameters' device, where the host waits for nothing. `in_backward` is for the fused kernels.
    Optimizer(const Preset::Training& training, model::Parameters& parameters,
              const model::Operations& operations = model::fused_operations(), bool in_backward = false);

    /// memory.offload: optimizer. From here on the state lies in the host's memory, and passes through the
    /// device part by part while the update is made, the next part on its way while one is stepped. Parts are
    /// of `part_elements` at most. Of LibTorch's functions, and not with states in 8 bits.
    void offload(std::shared_ptr<HostLink> link, std::int64_t part_elements = 8 << 20);

    ~Optimizer();
    Optimizer(const Optimizer&) = delete;
    Optimizer& operator=(const Optimizer&) = delete;

    /// Before a step's first backward pass: drops gradients, or zeroes them where somebody else owns their
    /// memory (`keep_memory`). With memory.optimizer_in_backward the backward pass then updates each
    /// parameter whose gradient is finite.
    void begin_step(double learning_rate, bool keep_memory);
    /// Whether update() reads a table's gradient as a sparse tensor of the rows that the step has used.
    bool takes_sparse() const { return takes_sparse_; }
    /// After the step's last: clips the gradients to training.max_grad_norm and makes one update, unless one
    /// of them is not finite: then all stays as it was (but for what the backward pass has updated). The
    /// gradients are those of the loss times `loss_scale`, which is taken out of them. Returns the L2 norm of
    /// all gradients together before clipping, a scalar on the parameters' device that is finite where they
    /// are.
    at::Tensor update(double loss_scale = 1);
    /// Says how many updates were made before, after a restore.
    void set_updates(std::int64_t updates);

    struct State {
        std::string name;
        at::Tensor value;
    };
    /// All state tensors, in a fixed order, for checkpoints.
    /// Waits for offloaded state to be at home.
    std::vector<State> states() const;
    const std::vector<at::Tensor>& trained() const { return trained_; }

private:
    struct Slot {
        std::string name;
        at::Tensor value, first, second;
        at::Tensor first_scales, second_scales; ///< of states in 8 bits
        bool decays = false;
        /// By row of a table: 0 as long as its state is zero, and a step without gradient would change
        /// nothing. Empty where every row is always stepped.
        std::vector<std::uint8_t> used_rows;
    };
    /// A part of one parameter: what a thread takes at a time.
    struct Chunk {
        std::size_t slot = 0;
        std::int64_t begin = 0, end = 0;
    };

    struct Hook;
    struct Lists;
    /// What is stepped at a time on a device.
    struct Piece {
        at::Tensor value, gradient, first, second;
        bool decays = false;
    };
    /// State that passes through the device together: a range of what lies at home, and the parts of the
    /// parameters that it belongs to.
    struct Wave {
        std::int64_t begin = 0, end = 0;
        std::vector<Chunk> chunks;
    };
    struct Passing;

    at::Tensor update_fused(double loss_scale);
    at::Tensor update_aten(double loss_scale);
    void step_8bit_aten(const Slot& slot, const at::Tensor& gradient, const at::Tensor& divisor,
                        const at::Tensor& left_out);
    void step_aten(const Lists& lists, bool decays, const at::Tensor& divisor, const at::Tensor& left_out);
    void step_pieces(const std::vector<Piece>& pieces, const at::Tensor& divisor, const at::Tensor& left_out);
    Passing fetch_wave(std::size_t wave, const std::vector<at::Tensor>& gradients);
    void put_wave(std::size_t wave);
    void step_waves(const std::vector<at::Tensor>& gradients, const at::Tensor& divisor,
                    const at::Tensor& left_out);
    at::Tensor finish_backward(double loss_scale);
    void hook_backward();
    void unhook_backward();
    void update_in_backward(std::size_t slot);
    std::vector<RowGradient> gradients(std::size_t first, std::size_t last) const;
    void find_used_rows();
    double gradient_norm(std::size_t first, const std::vector<RowGradient>& gradients) const;
    void step(std::size_t first, const std::vector<RowGradient>& gradients, double gradient_scale);

    Preset::Training training_;
    at::Tensor (Optimizer::*update_)(double loss_scale);
    bool takes_sparse_;
    double learning_rate_ = 0, squares_in_backward_ = 0; ///< of this step
    std::int64_t updates_ = 0;                           ///< of the fused kernels
    at::Tensor updates_there_, rate_there_; ///< of LibTorch's, fp32 on the device: they keep their place
    std::vector<Slot> slots_;
    std::vector<at::Tensor> trained_;
    std::vector<Chunk> chunks_;
    std::vector<std::size_t> first_chunks_; ///< of each slot, and the end

    std::shared_ptr<HostLink> link_;   ///< of offloaded state
    at::Tensor homes_[2];              ///< all slots' first and second states, one after another
    std::vector<std::int64_t> places_; ///< where each slot's begin there
    std::vector<Wave> waves_;
    at::Tensor passing_[2][2];          ///< first and second states on the device, for two waves in turn
    HostLink::Copy leaving_[2][2] = {}; ///< the copies out of it; 0: none
};

} // namespace tunedesk::train
