// SPDX-License-Identifier: GPL-3.0-or-later
#include "train/session/conclude.h"

#include "base/activity.h"
#include "base/error.h"
#include "base/phrase.h"
#include "memory/torch_headers.h"
#include "train/session/results.h"
#include "train/strategies/mean_weights.h"
#include "train/task/trained_task.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tunedesk::train {

namespace {

/// Throws Error 8503 or 8504 if the trained parameters or the test loss are not finite, whatever the
/// accuracy.
void require_numbers(const Strategy& strategy, const std::optional<Evaluation>& test, std::int64_t step) {
    bool finite = true;
    strategy.for_each_parameter([&](const std::string&, const at::Tensor& value) {
        finite = finite && at::isfinite(value).all().item<bool>();
    });
    if (finite && (!test || test->metrics.empty() || std::isfinite(test->loss()))) return;
    throw Error(finite ? ErrorId::test_loss_not_finite : ErrorId::trained_weights_not_finite, {},
                fmt::format("step {}", step));
}

/// Reports that the best model is not in best/; std::nullopt if it is.
std::optional<Error> lost_best(const TrainState& state, const Preset& preset, const fs::path& best) {
    if (!state.has_best || state.keeps_best()) return {};
    std::vector<std::string> values{fmt::to_string(state.best_step), preset.checkpoint.monitor,
                                    fmt::format("{:.4f}", state.best_value)};
    if (!state.has_kept) return Error(ErrorId::best_model_not_saved, std::move(values), best.string());
    values.push_back(fmt::to_string(state.kept_step));
    return Error(ErrorId::best_model_lost, std::move(values), best.string());
}

/// Metrics of the tested model.
std::vector<std::pair<std::string, task::Values>> extra_metrics(const Trainer::Parts& parts) {
    std::vector<std::pair<std::string, task::Values>> metrics;
    for (const ExtraSplit& extra : parts.sets.extra) {
        if (extra.split.size() == 0 || !extra.split.has_targets()) continue;
        const Evaluation result =
            evaluate(parts.trainable, extra.split, parts.preset.training.per_device_eval_batch_size,
                     parts.group, parts.announcer);
        metrics.emplace_back(extra.name, result.metrics);
        parts.announcer.progress("saving", 0, 1);
    }
    return metrics;
}

} // namespace

void conclude(const Trainer::Parts& parts, TrainState state, Saver& saver) {
    const auto& [preset, folder, sets, trainable, optimizer, strategy, execution, sampler, checkpointer,
                 group, device, announcer] = parts;
    const bool leads = group.world().leads();
    announcer.progress("saving", 0, 1);
    exchange_means(optimizer, strategy); // permanently: no checkpoint follows
    saver.insist(state, "final/", [&] {
        checkpointer.save_model(folder.final_model(), trainable.model(), saver.crew(), state.step);
    });
    if (state.has_kept && !checkpointer.load_model(folder.best(), strategy, state.kept_step)) {
        announcer.warn("best/ was from steps after the resumed checkpoint; it is removed, and the final "
                       "model is tested");
        state.has_best = state.has_kept = false;
        group.barrier(parallel::Purpose::save);
        if (leads) fs::remove_all(folder.best());
    }
    std::optional<Evaluation> test;
    if (sets.test.size() > 0) {
        test = evaluate(trainable, sets.test, preset.training.per_device_eval_batch_size, group, announcer);
        announcer.progress("saving", 0, 1);
        saver.insist(state, "the test's results", [&] {
            const activity::Waiting waiting(activity::Wait::disk);
            checkpointer.require_folder();
            trained_task(preset.task)
                .write_test_files(folder, *test, sets, !preset.data.text_pair_column.empty());
        });
        if (sets.test.has_targets())
            announcer.evaluated("test", state.step, epochs_of(state, sets.train.size()), test->metrics,
                                state.has_kept);
    }
    report::RunReport report = run_report(preset, state, trainable, sets, test ? &*test : nullptr,
                                          execution.preparation(), device, group);
    report.extra_validation = extra_metrics(parts);
    std::optional<Error> lost = lost_best(state, preset, folder.best());
    if (lost) report.lost_best = lost->message();
    saver.insist(state, "report.json", [&] {
        const activity::Waiting waiting(activity::Wait::disk);
        checkpointer.require_folder();
        report::write_report_json(folder.report_json(), report);
    });
    require_numbers(strategy, test, state.step);
    const auto accuracy = test ? task::value_of(test->metrics, "accuracy") : std::nullopt;
    announcer.event(event::Type::Finished, {{"steps", state.step},
                                            {"epochs", report.epochs},
                                            {"train_seconds", report.train_seconds},
                                            {"test_accuracy", accuracy ? Json(*accuracy) : Json(nullptr)}});
    if (leads && lost)
        throw lost->with_kept(state.has_kept
                                  ? TUNEDESK_TRANSLATABLE("ErrorDetail", "best/, final/ and the report")
                                  : TUNEDESK_TRANSLATABLE("ErrorDetail", "final/ and the report"));
}

} // namespace tunedesk::train
