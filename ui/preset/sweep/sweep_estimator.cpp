// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preset/sweep/sweep_estimator.h"

#include "plan/model_folder.h"
#include "ui/widgets/background.h"
#include "ui/widgets/error_text.h"

namespace tunedesk::ui {

/// The result of one background job.
struct SweepEstimator::Found {
    std::shared_ptr<const std::vector<run::SweepRun>> runs;
    std::vector<std::optional<Need>> needs;
    std::shared_ptr<const run::MeasuredRuns> rates;
    std::string missing_key; ///< of files that must be read first
    std::optional<Preset> missing;
};

namespace {

/// Adds the model's configuration, which check() needs and inspectors do not send, to an inspector's results.
std::shared_ptr<const run::CheckedInputs> with_config(run::CheckedInputs inputs, const Preset& preset) {
    auto complete = std::make_shared<run::CheckedInputs>(std::move(inputs));
    try {
        complete->config = plan::model_config(preset);
    } catch (const Error&) {
        // the other process has reported it among the problems
    }
    return complete;
}

SweepEstimator::Need need_of(const Preset& preset, const run::CheckedInputs& inputs,
                             const run::MeasuredRuns& rates) {
    preset::Draft draft;
    draft.loaded.preset = preset;
    const run::Check check = run::check(std::move(draft), inputs, rates);
    SweepEstimator::Need need;
    if (!check.inputs.problems.empty())
        need.problem = shown_error(check.inputs.problems.front()).toStdString();
    if (check.estimate) {
        need.seconds = check.estimate->seconds;
        need.steps = check.estimate->steps;
        need.disk_bytes = check.estimate->disk_bytes;
        need.free_disk = check.free_disk;
    }
    return need;
}

} // namespace

SweepEstimator::SweepEstimator(QObject* parent)
    : QObject(parent),
      inspector_({.so_far = {},
                  .progress = {},
                  .done = [this](run::CheckedInputs inputs) { take_inputs(std::move(inputs)); },
                  .failed =
                      [this](const Error& error) {
                          hopeless_.insert(inspected_key_);
                          Q_EMIT failed(error);
                          look();
                      }}) {}

void SweepEstimator::know(const std::string& key, Inputs inputs) {
    if (inputs) inputs_[key] = std::move(inputs);
}

void SweepEstimator::estimate(const std::vector<run::SweepRun>& runs) {
    runs_ = std::make_shared<const std::vector<run::SweepRun>>(runs);
    needs_.assign(runs.size(), std::nullopt);
    inspector_.cancel();
    look();
}

void SweepEstimator::look() {
    if (!runs_) return;
    if (is_busy_) {
        again_ = true;
        return;
    }
    is_busy_ = true;
    read_in_background(
        this,
        [runs = runs_, needs = needs_, rates = rates_, inputs = inputs_,
         hopeless = hopeless_](const CancelToken&) {
            Found found{runs, needs, rates, {}, {}};
            if (!found.rates) found.rates = std::make_shared<const run::MeasuredRuns>();
            for (std::size_t i = 0; i < runs->size(); ++i) {
                if (needs[i]) continue;
                const Preset& preset = (*runs)[i].preset;
                const std::string key = run::inputs_key(preset);
                if (const auto known = inputs.find(key); known != inputs.end()) {
                    found.needs[i] = need_of(preset, *known->second, *found.rates);
                } else if (!found.missing && !hopeless.contains(key)) {
                    found.missing_key = key;
                    found.missing = preset;
                }
            }
            return found;
        },
        [this](const Found& found) { take(found); },
        [this](const Error& error) {
            is_busy_ = false;
            Q_EMIT failed(error);
        });
}

void SweepEstimator::take(const Found& found) {
    is_busy_ = false;
    rates_ = found.rates;
    const bool is_current = found.runs == runs_;
    if (is_current) {
        needs_ = found.needs;
        Q_EMIT changed();
    }
    if (std::exchange(again_, false) || !is_current) return look();
    if (!found.missing) return;
    inspected_key_ = found.missing_key;
    inspected_ = *found.missing;
    inspector_.inspect(*found.missing);
}

void SweepEstimator::take_inputs(run::CheckedInputs inputs) {
    read_in_background(
        this,
        [inputs = std::make_shared<run::CheckedInputs>(std::move(inputs)),
         preset = inspected_](const CancelToken&) { return with_config(std::move(*inputs), preset); },
        [this, key = inspected_key_](const Inputs& found) {
            inputs_[key] = found;
            look();
        });
}

} // namespace tunedesk::ui
