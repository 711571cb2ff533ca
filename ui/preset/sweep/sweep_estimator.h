// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/check/check.h"
#include "run/check/inspector.h"
#include "run/queue/sweep.h"

#include <QObject>
#include <map>
#include <memory>
#include <optional>
#include <set>

namespace tunedesk::ui {

/// What the runs of a sweep will take. Their files are read once for all runs that share them, in a process
/// of their own. Lives on the window's thread and never blocks it.
class SweepEstimator : public QObject {
    Q_OBJECT

public:
    struct Need {
        double seconds = 0; ///< of training
        std::uint64_t steps = 0;
        std::uint64_t disk_bytes = 0; ///< all that it leaves
        std::uint64_t free_disk = 0;  ///< now
        std::string problem;          ///< what keeps it from running
    };
    using Inputs = std::shared_ptr<const run::CheckedInputs>;

    explicit SweepEstimator(QObject* parent = nullptr);

    /// What files hold that were read already, by their inputs_key().
    void know(const std::string& key, Inputs inputs);
    /// Estimates these runs instead of those before; changed() follows, more than once.
    void estimate(const std::vector<run::SweepRun>& runs);

    /// The needs of each run; std::nullopt if not known yet.
    const std::vector<std::optional<Need>>& needs() const { return needs_; }

Q_SIGNALS:
    void changed();
    void failed(const tunedesk::Error& error);

private:
    struct Found;
    void look();
    void take(const Found& found);
    void take_inputs(run::CheckedInputs inputs);

    std::shared_ptr<const std::vector<run::SweepRun>> runs_;
    std::vector<std::optional<Need>> needs_;
    std::map<std::string, Inputs> inputs_;
    std::set<std::string> hopeless_; ///< keys of files that could not be read
    std::shared_ptr<const run::MeasuredRuns> rates_;
    std::string inspected_key_;
    Preset inspected_;
    bool is_busy_ = false, again_ = false;
    run::Inspector inspector_;
};

} // namespace tunedesk::ui
