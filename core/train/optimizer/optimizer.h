#pragma once

#include "model/operations.h"
#include "model/parameters.h"
#include "plan/constants.h"
#include "preset/preset.h"
#include "train/memory/host_link.h"
#include "train/optimizer/row_gradient.h"

#include <ATen/core/Tensor.h>
#include <optional>
#include <string>
#include <vector>

namespace tunedesk::train {

class OffloadedParameters;

/// SGD, Adam or AdamW over the trained parameters, as torch.optim computes them. Weight decay leaves out
/// biases and norms. State is kept per Hugging Face name: `NAME.exp_avg`, `NAME.exp_avg_sq`, or
/// `NAME.momentum_buffer`. It is of the parameters' type, as torch.optim's, but for parameters in fp16 fp32:
/// squares of gradients are often below what fp16 holds. AdamW in 8 bits keeps a byte for each number of
/// tensors of 4,096 and more, `NAME.exp_avg_8bit`, and a scale for each block of 256, `NAME.exp_avg_scales`
/// (kernel/codebook.h).
class Optimizer {
public:
    /// Computes as `operations` do: with the fused kernels on the host, or with LibTorch's fused optimizers
    /// on the parameters' device, where the host waits for nothing. `in_backward`: see begin_step().
    Optimizer(const Preset::Training& training, model::Parameters& parameters,
              const model::Operations& operations = model::fused_operations(), bool in_backward = false);

    /// memory.offload: optimizer. From here on the state lies in the host's memory, and passes through the
    /// device part by part while the update is made, the next part on its way while one is stepped. Parts are
    /// of `part_elements` at most. Of LibTorch's functions, not with states in 8 bits nor in the backward
    /// pass.
    void offload(std::shared_ptr<HostLink> link, std::int64_t part_elements = plan::state_part);
    /// memory.offload: parameters. Those that `parameters`, which must outlive this, has at home are stepped
    /// a layer at a time. Of LibTorch's functions, and before offload().
    void step_at(OffloadedParameters& parameters);

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
        /// Its number among those that are offloaded, or none's.
        std::optional<std::size_t> offloaded;
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
    /// What is stepped together on a device: parts of parameters, all of one offloaded layer or of none, and
    /// their range of state that lies at home.
    struct Wave {
        std::int64_t begin = 0, end = 0;
        std::size_t block = 0; ///< 0: always on the device
        std::vector<Chunk> chunks;
    };

    at::Tensor update_fused(double loss_scale);
    at::Tensor update_aten(double loss_scale);
    at::Tensor gradient_norm_aten();
    void step_8bit_aten(const Slot& slot, const at::Tensor& gradient, const at::Tensor& divisor,
                        const at::Tensor& left_out);
    void step_aten(const Lists& lists, bool decays, const at::Tensor& divisor, const at::Tensor& left_out);
    void step_pieces(const std::vector<Piece>& pieces, const at::Tensor& divisor, const at::Tensor& left_out);
    void plan_waves(std::int64_t part_elements);
    void fetch_wave(std::size_t wave);
    void put_wave(std::size_t wave);
    void step_wave(std::size_t wave, const at::Tensor& divisor, const at::Tensor& left_out);
    void step_waves(const at::Tensor& divisor, const at::Tensor& left_out);
    at::Tensor part_of_state(std::size_t wave, const Chunk& chunk, int kind) const;
    at::Tensor gradient_of(const Slot& slot) const;
    at::Tensor finish_backward(double loss_scale);
    void hook_backward();
    void unhook_backward();
    void update_in_backward(std::size_t slot);
    void step_in_backward(std::size_t slot);
    void step_in_backward_aten(std::size_t slot);
    std::vector<RowGradient> gradients(std::size_t first, std::size_t last) const;
    void find_used_rows();
    double gradient_norm(std::size_t first, const std::vector<RowGradient>& gradients) const;
    void step(std::size_t first, const std::vector<RowGradient>& gradients, double gradient_scale);

    Preset::Training training_;
    at::Tensor (Optimizer::*update_)(double loss_scale);
    bool fused_, takes_sparse_;
    double learning_rate_ = 0, squares_in_backward_ = 0; ///< of this step
    std::int64_t updates_ = 0;                           ///< of the fused kernels
    at::Tensor updates_there_, rate_there_; ///< of LibTorch's, fp32 on the device: they keep their place
    at::Tensor squares_there_;              ///< as squares_in_backward_, fp64
    bool counted_ = false;                  ///< updates_there_ counts the step that is in its backward pass
    std::vector<Slot> slots_;
    std::vector<at::Tensor> trained_;
    std::vector<Chunk> chunks_;
    std::vector<std::size_t> first_chunks_; ///< of each slot, and the end

    OffloadedParameters* offloaded_ = nullptr;
    std::shared_ptr<HostLink> link_;   ///< of offloaded state
    at::Tensor homes_[2];              ///< all slots' first and second states, one after another
    std::vector<std::int64_t> places_; ///< where each slot's begin there
    std::vector<Wave> waves_;
    at::Tensor passing_[2][2];         ///< first and second states on the device, for two waves in turn
    HostLink::Copy coming_[2][2] = {}; ///< the copies into it; 0: none
};

} // namespace tunedesk::train
