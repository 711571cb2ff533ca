// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/run_report.h"
#include "train/loop/trainer.h"
#include "train/step/evaluator.h"

namespace tunedesk::train {

/// The figures of the memory meter since the process began.
report::MemoryFigures memory_figures();

/// The largest of all ranks' numbers. A collective: every rank calls it.
std::uint64_t largest_of_ranks(std::uint64_t number, parallel::Group& group);

/// The figures of a run for report.json. `test` may be null. A collective: every rank calls it.
report::RunReport run_report(const Preset& preset, const TrainState& state, const TrainableModel& trainable,
                             const Datasets& sets, const Evaluation* test,
                             const Execution::Preparation& preparation, const parallel::Device& device,
                             parallel::Group& group);

} // namespace tunedesk::train
