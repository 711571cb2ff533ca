// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/policy/run_control.h"
#include "run/policy/run_facts.h"

#include <string>
#include <vector>

namespace tunedesk::run {

/// exit.json's record of a run that is at its end. `xids`: the kernel log's lines about its GPUs. Pure.
event::ExitRecord outcome_of(const RunFacts& facts, const RunControl& control,
                             const std::vector<std::string>& xids);

} // namespace tunedesk::run
