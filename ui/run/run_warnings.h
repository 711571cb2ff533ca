// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/gpu/nvml.h"
#include "ui/run/run_action.h"
#include "ui/run/run_history.h"

#include <QString>
#include <cstdint>
#include <optional>
#include <vector>

namespace tunedesk::ui {

/// Something about a run that wants attention, and what to do about it.
struct RunWarning {
    QString text;
    QString advice;                              ///< may be empty
    std::optional<RunAction> fix = std::nullopt; ///< what mends it, where that can be done here
    bool operator==(const RunWarning&) const = default;
};

/// A line of the log, in the words of the command line, with the advice for its warning's id; of a failure
/// its own remedy. A line without an id, of an older run, has no advice.
RunWarning logged_warning(const LogLine& line);
/// A warning about each GPU that is lost or hot.
std::vector<RunWarning> gpu_warnings(const std::vector<Gpu>& gpus);
/// `free`: bytes left on the run's disk.
std::vector<RunWarning> disk_warnings(std::uint64_t free);
/// `steps`: logged ones whose loss is NaN or infinite.
std::vector<RunWarning> nonfinite_warnings(std::uint64_t steps);

} // namespace tunedesk::ui
