// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/preset.h"
#include "train/optimizer/row_gradient.h"
#include "train/optimizer/slot.h"
#include "train/optimizer/update_rule.h"

namespace tunedesk::train {

/// Updates parameters and states in host memory with the fused kernels. In a table with a sparse gradient,
/// rows that no step has used yet are skipped if an update without gradient would not change them.
class HostRule : public UpdateRule {
public:
    /// `slots` must outlive this and keep their number.
    HostRule(const Preset::Training& training, const std::vector<Slot>& slots);

    void set_updates(std::int64_t updates) override;
    void begin_step(double learning_rate) override;
    at::Tensor norm() override;
    at::Tensor clip(const at::Tensor& norm, double loss_scale) const override;
    void step(const at::Tensor& multiplier, const at::Tensor& finite) override;
    void begin_backward() override { squares_ = 0; }
    void update_one(std::size_t slot) override;
    at::Tensor finish_backward() override;
    bool takes_sparse() const override { return takes_sparse_; }

private:
    /// A part of one parameter that a thread updates at a time.
    struct Chunk {
        std::size_t slot = 0;
        std::int64_t begin = 0, end = 0;
    };

    std::vector<RowGradient> gradients(std::size_t first, std::size_t last) const;
    double norm_of(std::size_t first, const std::vector<RowGradient>& gradients) const;
    void step_slots(std::size_t first, const std::vector<RowGradient>& gradients, double multiplier);
    void find_used_rows();

    const Preset::Training training_;
    const std::vector<Slot>& slots_;
    const bool takes_sparse_;
    double learning_rate_ = 0;
    double squares_ = 0; ///< squared norm of the gradients of the current backward pass
    std::int64_t updates_ = 0;
    std::vector<RowGradient> gradients_; ///< of all slots, between norm() and step()
    std::vector<Chunk> chunks_;
    std::vector<std::size_t> first_chunks_; ///< by slot, with the end as last element
    /// By slot, then by row of a table: 0 while the row's state is zero and a step without gradient would not
    /// change it. Empty if every row is always updated.
    std::vector<std::vector<std::uint8_t>> used_rows_;
};

} // namespace tunedesk::train
