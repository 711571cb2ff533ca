// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/loop/pass_log.h"

#include "memory/torch_headers.h"

#include <algorithm>

namespace tunedesk::train {

namespace {

constexpr std::int64_t most_a_run = 200;

} // namespace

void PassLog::write(std::int64_t step, std::int64_t steps) {
    const StageLink* const link = trainable_.link();
    if (!link || step < next_) return;
    next_ = step + std::max<std::int64_t>(1, steps / most_a_run);
    const std::vector<event::StagePass>& own = link->clock().passes();
    // All stages have the same micro-batches, and so the same number of passes.
    const auto stages = static_cast<std::size_t>(link->stages()), passes = own.size();
    std::vector<double> all(stages * passes * 4);
    if (trainable_.data_ranks(group_).leads() && trainable_.is_counted()) {
        double* to = all.data() + static_cast<std::size_t>(link->stage()) * passes * 4;
        for (const event::StagePass& pass : own)
            for (const double figure :
                 {pass.is_forward ? 1.0 : 0.0, static_cast<double>(pass.micro_batch), pass.begin, pass.end})
                *to++ = figure;
    }
    group_.sum(all, parallel::Purpose::step_figures); // the other ranks' figures are zero
    event::PipelinePasses whole;
    whole.step = step;
    const double* from = all.data();
    for (std::size_t stage = 0; stage < stages; ++stage) {
        auto& list = whole.stages.emplace_back();
        for (std::size_t i = 0; i < passes; ++i, from += 4)
            list.push_back({from[0] == 1, static_cast<int>(from[1]), from[2], from[3]});
    }
    announcer_.event(event::Type::Pipeline, event::to_event(whole).fields);
}

} // namespace tunedesk::train
