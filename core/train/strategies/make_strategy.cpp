#include "train/strategies/make_strategy.h"

#include "train/strategies/replicated.h"

#include <stdexcept>

namespace tunedesk::train {

std::unique_ptr<Strategy> make_strategy(const Preset& preset, const parallel::MeshGroups& groups,
                                        model::Parameters& parameters, Optimizer& optimizer,
                                        BlockResidency* residency) {
    switch (preset.parallel.strategy) {
    case Preset::Strategy::single:
    case Preset::Strategy::ddp:
        return std::make_unique<Replicated>(groups.along(parallel::Axis::data), parameters, optimizer,
                                            preset.parallel.bucket_mb, residency);
    default:
        throw std::logic_error("preset::unsupported() has let a strategy pass that is not implemented");
    }
}

} // namespace tunedesk::train
