// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/policy/run_control.h"
#include "run/policy/run_facts.h"

#include <string>
#include <vector>

namespace tunedesk::run {

/// The record for exit.json of a run that has ended. `xids`: kernel log lines about its GPUs. Pure.
event::ExitRecord outcome_of(const RunFacts& facts, const RunControl& control,
                             const std::vector<std::string>& xids);

} // namespace tunedesk::run
