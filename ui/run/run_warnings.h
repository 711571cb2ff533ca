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

/// A warning about a run, with advice.
struct RunWarning {
    QString text;
    QString advice;                              ///< may be empty
    std::optional<RunAction> fix = std::nullopt; ///< an action that fixes it, if there is one
    bool operator==(const RunWarning&) const = default;
};

/// The warning of a log line, with the advice for its warning id or a failure's own remedy. Lines of older
/// runs have no id and no advice.
RunWarning logged_warning(const LogLine& line);
/// A warning about each GPU that is lost or hot.
std::vector<RunWarning> gpu_warnings(const std::vector<Gpu>& gpus);
/// `free`: bytes left on the run's disk.
std::vector<RunWarning> disk_warnings(std::uint64_t free);
/// `steps`: logged ones whose loss is NaN or infinite.
std::vector<RunWarning> nonfinite_warnings(std::uint64_t steps);

} // namespace tunedesk::ui
