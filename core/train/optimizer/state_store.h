// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plan/constants.h"
#include "train/memory/host_link.h"
#include "train/optimizer/slot.h"

#include <functional>

namespace tunedesk::train {

class BlockResidency;

/// Where the optimizer state of parameters on a device is stored, and in which parts they are updated:
/// ResidentState, OffloadedState. Thread rule: one thread.
class StateStore {
public:
    /// Elements of one parameter with their gradients and states, in the same order and shape; of a state in
    /// 8 bits always the whole parameter. States that a slot has not are undefined.
    struct Part {
        std::size_t slot = 0;
        at::Tensor value, gradient, first, second;
    };
    using Step = std::function<void(const std::vector<Part>&)>;

    virtual ~StateStore() = default;
    /// Calls `step` until every element of every slot was updated once; parts are on the device meanwhile.
    virtual void for_parts(const Step& step) = 0;
    /// Before the slots' states are read or written: waits until they are in place.
    virtual void finish_transfers() = 0;
};

/// What is updated together: slices of parameters, all of one block that is not always on the device or of
/// none, and their range of the states of all slots, which are laid out one after another.
struct Partition {
    struct TensorSlice {
        std::size_t slot = 0;
        std::int64_t begin = 0, end = 0; ///< elements of the parameter
    };
    std::int64_t begin = 0, end = 0;
    std::size_t block = 0; ///< of BlockResidency; 0: always on the device
    std::vector<TensorSlice> slices;
};

/// Partitions of at most `part_elements`, in which each slot begins at a multiple of 64. `residency`: may be
/// null. `places`: receives where each slot begins.
std::vector<Partition> plan_partitions(const std::vector<Slot>& slots, const BlockResidency* residency,
                                       std::int64_t part_elements, std::vector<std::int64_t>& places);

/// On the device. Parameters that are not always there (`residency`, or null) are updated a block at a time.
/// What it is given must outlive it.
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
    /// Moves the slots' states to the host. They have one, and not in 8 bits.
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
