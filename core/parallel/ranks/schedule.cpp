// SPDX-License-Identifier: GPL-3.0-or-later
#include "parallel/ranks/schedule.h"

#include "base/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>

namespace tunedesk::parallel {

namespace {

using Pass = Action::Pass;

/// Simulates a pipeline: the end of each completed pass, and the progress of each stage.
class Pipeline {
public:
    Pipeline(std::span<const std::vector<Action>> stages, std::span<const StageCost> costs, double transfer)
        : stages_(stages), costs_(costs), transfer_(transfer), next_(stages.size(), 0),
          free_(stages.size(), 0), holds_(stages.size(), 0), kept_(stages.size(), 0), passes_(stages.size()) {
    }

    /// Performs the next action of a stage if its inputs are available; returns whether it did.
    bool advance(std::size_t stage) {
        if (next_[stage] == stages_[stage].size()) return false;
        const Action action = stages_[stage][next_[stage]];
        const std::optional<double> ready = ready_at(stage, action);
        if (!ready) return false;
        const bool forward = action.pass == Pass::forward;
        const double seconds = forward ? costs_[stage].forward_seconds : costs_[stage].backward_seconds;
        const double begin = std::max(free_[stage], *ready);
        free_[stage] = begin + seconds;
        passes_[stage].push_back({forward, action.micro_batch, begin, free_[stage]});
        busy_ += seconds;
        ended_[{stage, action.pass, action.micro_batch}] = free_[stage];
        holds_[stage] += forward ? 1 : -1;
        kept_[stage] = std::max(kept_[stage], holds_[stage]);
        ++next_[stage];
        return true;
    }

    bool is_done() const {
        for (std::size_t stage = 0; stage < stages_.size(); ++stage)
            if (next_[stage] < stages_[stage].size()) return false;
        return true;
    }

    PipelineStep step() const {
        PipelineStep step;
        step.seconds = *std::ranges::max_element(free_);
        const double all = step.seconds * static_cast<double>(stages_.size());
        step.bubble = all > 0 ? 1 - busy_ / all : 0;
        step.kept = kept_;
        step.passes.stages = passes_;
        return step;
    }

private:
    struct Done {
        std::size_t stage;
        Pass pass;
        int micro_batch;
        auto operator<=>(const Done&) const = default;
    };

    std::optional<double> end_of(const Done& pass) const {
        const auto found = ended_.find(pass);
        return found == ended_.end() ? std::nullopt : std::optional(found->second);
    }

    /// The time at which a stage has the inputs of the action; std::nullopt if not known yet.
    std::optional<double> ready_at(std::size_t stage, const Action& action) const {
        const bool forward = action.pass == Pass::forward;
        const std::optional<double> own =
            forward ? std::optional(0.0) : end_of({stage, Pass::forward, action.micro_batch});
        const bool is_first = forward ? stage == 0 : stage + 1 == stages_.size();
        if (!own || is_first) return own;
        const auto other = end_of({forward ? stage - 1 : stage + 1, action.pass, action.micro_batch});
        return other ? std::optional(std::max(*own, *other + transfer_)) : std::nullopt;
    }

    const std::span<const std::vector<Action>> stages_;
    const std::span<const StageCost> costs_;
    const double transfer_;
    std::map<Done, double> ended_;
    std::vector<std::size_t> next_; ///< by stage, as the following members
    std::vector<double> free_;      ///< end of its last action
    std::vector<int> holds_, kept_; ///< micro-batches between their two passes: currently, and at most
    std::vector<std::vector<event::StagePass>> passes_;
    double busy_ = 0; ///< sum over all stages
};

} // namespace

std::vector<Action> actions_of(PipelineSchedule schedule, int stages, int stage, int micro_batches) {
    const bool all_first = schedule == PipelineSchedule::gpipe && stages > 1;
    const int ahead = all_first ? micro_batches : std::min(micro_batches, stages - stage - 1);
    std::vector<Action> actions;
    int backward = 0;
    for (int forward = 0; forward < micro_batches; ++forward) {
        actions.push_back({Pass::forward, forward});
        if (forward >= ahead) actions.push_back({Pass::backward, backward++});
    }
    while (backward < micro_batches)
        actions.push_back({Pass::backward, backward++});
    return actions;
}

PipelineStep simulate(std::span<const std::vector<Action>> stages, std::span<const StageCost> costs,
                      double transfer_seconds) {
    if (stages.empty() || costs.size() != stages.size())
        throw Error(ErrorId::stage_costs_mismatch,
                    {fmt::to_string(stages.size()), fmt::to_string(costs.size())});
    Pipeline pipeline(stages, costs, transfer_seconds);
    for (bool advanced = true; advanced;) {
        advanced = false;
        for (std::size_t stage = 0; stage < stages.size(); ++stage)
            while (pipeline.advance(stage))
                advanced = true;
    }
    if (!pipeline.is_done()) throw Error(ErrorId::schedule_deadlock);
    return pipeline.step();
}

} // namespace tunedesk::parallel
