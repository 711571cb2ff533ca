// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plan/constants.h"
#include "train/memory/host_link.h"
#include "train/optimizer/slot.h"

#include <functional>

namespace tunedesk::train {

class BlockResidency;

/// Stores the optimizer state of parameters on a device and divides the update into parts: ResidentState,
/// OffloadedState. Thread rule: one thread.
class StateStore {
public:
    /// Elements of one parameter with gradients and states of the same shape; always the whole parameter with
    /// 8-bit state. States that a slot does not have are undefined.
    struct Part {
        std::size_t slot = 0;
        at::Tensor value, gradient, first, second;
    };
    using Step = std::function<void(const std::vector<Part>&)>;

    virtual ~StateStore() = default;
    /// Calls `step` with parts on the device until every element of every slot was updated once.
    virtual void for_parts(const Step& step) = 0;
    /// Waits until transfers are done. Call before the slots' states are read or written.
    virtual void finish_transfers() = 0;
};

/// Slices of parameters that are updated together, and their range in the concatenated states of all slots.
/// All slices belong to one block that is not always on the device, or to none.
struct Partition {
    struct TensorSlice {
        std::size_t slot = 0;
        std::int64_t begin = 0, end = 0; ///< range of elements of the parameter
    };
    std::int64_t begin = 0, end = 0;
    std::size_t block = 0; ///< block of BlockResidency; 0: always on the device
    std::vector<TensorSlice> slices;
};

/// Partitions of at most `part_elements`, in which each slot begins at a multiple of 64. `residency`: may be
/// null. `places`: receives where each slot begins.
std::vector<Partition> plan_partitions(const std::vector<Slot>& slots, const BlockResidency* residency,
                                       std::int64_t part_elements, std::vector<std::int64_t>& places);

/// State on the device. Parameters of `residency` (or null) are updated block by block. All references must
/// outlive this.
class ResidentState : public StateStore {
public:
    ResidentState(const std::vector<Slot>& slots, BlockResidency* residency);
    void for_parts(const Step& step) override;
    void finish_transfers() override {}

private:
    const std::vector<Slot>& slots_;
    BlockResidency* residency_;
    std::vector<Partition> partitions_;
};

/// memory.offload: optimizer. The state is in host memory, in one buffer, and passes through the device
/// partition by partition during the update; the next one is prefetched while one is updated.
class OffloadedState : public StateStore {
public:
    /// Moves the slots' states to the host. The slots must have state, and not 8-bit.
    OffloadedState(std::vector<Slot>& slots, BlockResidency* residency, std::shared_ptr<HostLink> link,
                   std::int64_t part_elements);
    void for_parts(const Step& step) override;
    void finish_transfers() override { link_->finish(); }

private:
    void move_to_host(std::vector<Slot>& slots, int kind);
    void fetch(std::size_t partition);
    void put(std::size_t partition);
    at::Tensor state(std::size_t partition, const Partition::TensorSlice& chunk, int kind) const;

    const std::vector<Slot>& slots_;
    BlockResidency* residency_;
    std::shared_ptr<HostLink> link_;
    std::vector<std::int64_t> places_; ///< where each slot's states begin on the host
    std::vector<Partition> partitions_;
    std::int64_t part_elements_;
    at::Tensor host_state_[2];        ///< all slots' first and second states, one after another
    at::Tensor device_buffers_[2][2]; ///< first and second states on the device, for two partitions in turn
    HostLink::Copy pending_copies_[2][2] = {}; ///< the copies into it; 0: none
};

} // namespace tunedesk::train
