#pragma once

#include "plan/constants.h"
#include "train/memory/host_link.h"
#include "train/optimizer/slot.h"

#include <functional>

namespace tunedesk::train {

class BlockResidency;

/// Where the state of parameters on a device lies, and in which parts they are stepped: ResidentState,
/// OffloadedState. Thread rule: one thread.
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
    /// Calls `step` until every element of every slot was stepped once; parts are on the device meanwhile.
    virtual void for_parts(const Step& step) = 0;
    /// Before the slots' states are read or written: they are there then.
    virtual void settle() = 0;
};

/// What is stepped together: parts of parameters, all of one offloaded layer or of none, and their range of
/// the states of all slots laid one after another.
struct Wave {
    struct Chunk {
        std::size_t slot = 0;
        std::int64_t begin = 0, end = 0; ///< elements of the parameter
    };
    std::int64_t begin = 0, end = 0;
    std::size_t block = 0; ///< of BlockResidency; 0: always on the device
    std::vector<Chunk> chunks;
};

/// Waves of `part_elements` at most, with room between slots so that each begins at a multiple of 64.
/// `parameters`: may be null. `places`: takes where each slot begins.
std::vector<Wave> plan_waves(const std::vector<Slot>& slots, const BlockResidency* residency,
                             std::int64_t part_elements, std::vector<std::int64_t>& places);

/// On the device. Parameters that lie in the host's memory (`parameters`, or null) are stepped a layer at a
/// time. What it is given must outlive it.
class ResidentState : public StateStore {
public:
    ResidentState(const std::vector<Slot>& slots, BlockResidency* residency);
    void for_parts(const Step& step) override;
    void settle() override {}

private:
    const std::vector<Slot>& slots_;
    BlockResidency* residency_;
    std::vector<Wave> waves_;
};

/// memory.offload: optimizer. The state lies in the host's memory, in one piece, and passes through the
/// device part by part while the update is made, the next part on its way while one is stepped.
class OffloadedState : public StateStore {
public:
    /// Moves the slots' states home. They have one, and not in 8 bits.
    OffloadedState(std::vector<Slot>& slots, BlockResidency* residency, std::shared_ptr<HostLink> link,
                   std::int64_t part_elements);
    void for_parts(const Step& step) override;
    void settle() override { link_->finish(); }

private:
    void take_home(std::vector<Slot>& slots, int kind);
    void fetch(std::size_t wave);
    void put(std::size_t wave);
    at::Tensor state(std::size_t wave, const Wave::Chunk& chunk, int kind) const;

    const std::vector<Slot>& slots_;
    BlockResidency* residency_;
    std::shared_ptr<HostLink> link_;
    std::vector<std::int64_t> places_; ///< where each slot's states begin at home
    std::vector<Wave> waves_;
    std::int64_t part_elements_;
    at::Tensor homes_[2];              ///< all slots' first and second states, one after another
    at::Tensor passing_[2][2];         ///< first and second states on the device, for two waves in turn
    HostLink::Copy coming_[2][2] = {}; ///< the copies into it; 0: none
};

} // namespace tunedesk::train
