// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/run_warnings.h"

#include "base/text.h"
#include "event/warning_id.h"
#include "ui/widgets/text.h"

#include <QCoreApplication>
#include <map>
#include <string_view>

namespace tunedesk::ui {

namespace {

constexpr int hot_celsius = 87; ///< most data-center and desktop boards throttle slightly above this
constexpr std::uint64_t little_space = 1ull << 30;

enum Kind {
    spike,
    divergence,
    nonfinite,
    temperature,
    space,
    lost,
    shared,
    duplicates,
    rejected,
    similar,
    labels,
    model
};

QString advice(Kind kind) {
    static const char* const texts[] = {
        QT_TRANSLATE_NOOP("LogView", "A smaller training.learning_rate, or training.max_grad_norm, reduces "
                                     "spikes; check the rows of these steps."),
        QT_TRANSLATE_NOOP("LogView", "Start again with a smaller training.learning_rate; a longer warm-up or "
                                     "training.max_grad_norm helps too."),
        QT_TRANSLATE_NOOP("LogView", "Lower training.learning_rate, set training.max_grad_norm, or "
                                     "on_nonfinite: rewind."),
        QT_TRANSLATE_NOOP(
            "LogView",
            "Check the machine's cooling. The device throttles by itself; pause the run to let it cool."),
        QT_TRANSLATE_NOOP("LogView", "Free some space: checkpoints of old runs (Free space), or a smaller "
                                     "checkpoint.keep."),
        QT_TRANSLATE_NOOP("LogView", "Reset the GPU (nvidia-smi --gpu-reset) or restart the machine, then "
                                     "resume the run."),
        QT_TRANSLATE_NOOP("LogView", "Choose other devices with parallel.devices, or end the other program."),
        QT_TRANSLATE_NOOP("LogView",
                          "Remove the rows that several splits share: they inflate the test score."),
        QT_TRANSLATE_NOOP("LogView", "The Data page lists the rows with their places."),
        QT_TRANSLATE_NOOP("LogView", "If these are one class, use one spelling in the files."),
        QT_TRANSLATE_NOOP("LogView", "The model folder's head is for other labels; the new head is trained "
                                     "from scratch. This is normal for a new task."),
        QT_TRANSLATE_NOOP("LogView", "The model folder is incomplete: copy it again from its source.")};
    return QCoreApplication::translate("LogView", texts[kind]);
}

/// The action on the run's page that resolves a warning: freeing disk space, a pause to cool down, or a copy
/// of the preset to edit.
std::optional<RunAction> fix_of(Kind kind) {
    switch (kind) {
    case space:
        return RunAction::free_space;
    case temperature:
        return RunAction::pause;
    case spike:
    case divergence:
    case nonfinite:
        return RunAction::duplicate;
    default:
        return std::nullopt;
    }
}

} // namespace

RunWarning logged_warning(const LogLine& line) {
    namespace id = event::warning;
    static const std::map<std::string_view, Kind> kinds = {
        {id::loss_spike, spike},  {id::divergence, divergence},  {id::nonfinite, nonfinite},
        {id::save_failed, space}, {id::journal_lost, space},     {id::device_shared, shared},
        {id::leak, duplicates},   {id::rejected_rows, rejected}, {id::look_alike_labels, similar},
        {id::new_head, labels},   {id::incomplete_model, model}};
    if (!line.next.empty()) return {to_qt(line.text), to_qt(line.next)};
    const auto known = kinds.find(line.warning);
    if (known == kinds.end()) return {to_qt(line.text), {}};
    return {to_qt(line.text), advice(known->second), fix_of(known->second)};
}

std::vector<RunWarning> gpu_warnings(const std::vector<Gpu>& gpus) {
    std::vector<RunWarning> warnings;
    for (const Gpu& gpu : gpus) {
        if (gpu.lost)
            warnings.push_back(
                {QCoreApplication::translate("RunWarnings", "GPU %1 has fallen off the bus").arg(gpu.index),
                 advice(lost)});
        if (gpu.temperature && *gpu.temperature >= hot_celsius)
            warnings.push_back({QCoreApplication::translate("RunWarnings", "temperature of GPU %1: %2 °C")
                                    .arg(gpu.index)
                                    .arg(*gpu.temperature),
                                advice(temperature), fix_of(temperature)});
    }
    return warnings;
}

std::vector<RunWarning> disk_warnings(std::uint64_t free) {
    if (free >= little_space) return {};
    return {{QCoreApplication::translate("RunWarnings", "only %1 are left on the disk of the run")
                 .arg(to_qt(human_bytes(free))),
             advice(space), fix_of(space)}};
}

std::vector<RunWarning> nonfinite_warnings(std::uint64_t steps) {
    if (steps == 0) return {};
    return {{QCoreApplication::translate("RunWarnings", "%1 logged steps have a loss that is not finite")
                 .arg(to_qt(grouped(steps))),
             advice(nonfinite), fix_of(nonfinite)}};
}

} // namespace tunedesk::ui
