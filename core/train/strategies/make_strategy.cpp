// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/strategies/make_strategy.h"

#include "train/strategies/pipeline_stage.h"
#include "train/strategies/replicated.h"
#include "train/strategies/sharded_parameters.h"
#include "train/strategies/sharded_state.h"
#include "train/strategies/tensor_slices.h"

namespace tunedesk::train {

using Kind = Preset::Strategy;

std::unique_ptr<Shards> make_shards(const Preset& preset, const parallel::MeshGroups& groups,
                                    model::Network& network) {
    parallel::Group& data = groups.along(parallel::Axis::data);
    switch (preset.parallel.strategy) {
    case Kind::zero1:
        return std::make_unique<Shards>(network, data, Kept::whole, Kept::whole);
    case Kind::zero2:
        return std::make_unique<Shards>(network, data, Kept::whole, Kept::chunk);
    case Kind::zero3:
    case Kind::fsdp:
        return std::make_unique<Shards>(network, data, Kept::chunk, Kept::chunk);
    case Kind::single:
    case Kind::ddp:
        break;
    }
    return nullptr;
}

static std::unique_ptr<Strategy> data_strategy(const Preset& preset, const parallel::MeshGroups& groups,
                                               model::Network& network, Optimizer& optimizer,
                                               BlockResidency* residency, Shards* shards) {
    parallel::Group& data = groups.along(parallel::Axis::data);
    switch (preset.parallel.strategy) {
    case Kind::zero1:
    case Kind::zero2:
        return std::make_unique<ShardedState>(data, network, *shards, optimizer);
    case Kind::zero3:
    case Kind::fsdp:
        return std::make_unique<ShardedParameters>(data, network, *shards, optimizer);
    case Kind::single:
    case Kind::ddp:
        break;
    }
    return std::make_unique<Replicated>(data, network.parameters(), optimizer, preset.parallel.bucket_mb,
                                        residency);
}

std::unique_ptr<Strategy> make_strategy(const Preset& preset, const parallel::MeshGroups& groups,
                                        model::Network& network, Optimizer& optimizer,
                                        BlockResidency* residency, Shards* shards,
                                        const std::vector<arch::StageLayers>& stages) {
    std::unique_ptr<Strategy> strategy = data_strategy(preset, groups, network, optimizer, residency, shards);
    if (groups.mesh().extent(parallel::Axis::tensor) > 1)
        strategy = std::make_unique<TensorSlices>(std::move(strategy), groups.along(parallel::Axis::tensor),
                                                  network.parameters());
    if (groups.mesh().extent(parallel::Axis::stage) == 1) return strategy;
    return std::make_unique<PipelineStage>(std::move(strategy), groups.along(parallel::Axis::stage), network,
                                           stages);
}

} // namespace tunedesk::train
