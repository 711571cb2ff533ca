// SPDX-License-Identifier: GPL-3.0-or-later
#include "device_check.h"

#include "base/error.h"
#include "interruptible.h"
#include "output.h"
#include "run/devices/self_check.h"
#include "run/devices/this_machine.h"

#include <QCoreApplication>
#include <csignal>
#include <fmt/format.h>
#include <utility>

namespace tunedesk::app {

namespace {

std::string bar(int done, int total) {
    constexpr int width = 20;
    const int filled = total > 0 ? width * done / total : 0;
    std::string text;
    for (int i = 0; i < width; ++i)
        text += i < filled ? "█" : " ";
    return text;
}

/// The GPUs to check for this choice: those without a verdict or, if several train together, all that the run
/// may use, because NCCL's result for some GPUs does not apply to others.
std::vector<Gpu> due(const run::AutoDevices& chosen, const std::vector<Gpu>& visible) {
    return chosen.preset.parallel.processes > 1 ? visible : chosen.unchecked;
}

} // namespace

std::vector<run::DeviceVerdict> check_with_progress(const std::vector<Gpu>& gpus, const std::string& driver,
                                                    double seconds, bool quiet) {
    int count = 1;
    char name[] = "tunedesk";
    char* arguments[] = {name, nullptr};
    std::optional<QCoreApplication> application; // required by QProcess
    if (!QCoreApplication::instance()) application.emplace(count, arguments);
    run::SelfCheckWatch watch;
    watch.seconds = seconds;
    watch.silent_seconds = seconds / 3;
    if (!quiet)
        watch.progress = [](const run::CheckStep& step) {
            show_progress(fmt::format("device check: |{}| {}/{} GPU {}: {}", bar(step.done, step.total),
                                      step.done, step.total, step.gpu, sentence(step.comparison)));
        };
    std::optional<std::vector<run::DeviceVerdict>> verdicts;
    {
        const Interruptible interruptible; // removes the check's processes and folder
        watch.enough = [] { return Interruptible::signal() != 0; };
        verdicts = run::check_devices(gpus, driver, watch);
    }
    if (!quiet) show_progress({});
    if (Interruptible::signal() != 0) ::raise(Interruptible::signal());
    return verdicts ? std::move(*verdicts) : std::vector<run::DeviceVerdict>();
}

run::AutoDevices settle_devices(const Preset& preset, bool skip_check) {
    if (preset.parallel.devices == "cpu") return {preset, {}, {}, {}};
    const run::ThisMachine machine = run::this_machine();
    run::AutoDevices chosen = run::choose_devices(preset, machine.gpus, machine.driver);
    if (chosen.unchecked.empty() || skip_check) return chosen;
    print_notice("parallel.devices: auto checks {} first, once (--skip-device-check trains on the "
                 "processors)\n",
                 chosen.unchecked.size() == 1 ? "the GPU" : fmt::format("{} GPUs", chosen.unchecked.size()));
    try {
        const auto verdicts = check_with_progress(due(chosen, machine.gpus), machine.driver,
                                                  run::SelfCheckWatch().seconds, /*quiet=*/false);
        chosen = run::choose_devices(preset, machine.gpus, machine.driver);
        for (const run::DeviceVerdict& verdict : verdicts)
            if (!verdict.is_lasting())
                chosen.notes.push_back(
                    fmt::format("the check of {} is repeated next time, as it lacked time or memory: {}",
                                verdict.name, verdict.summary()));
    } catch (const Error& error) { // a full disk: training on the processors is still possible
        chosen.notes.push_back("the device check could not run: " + error.message());
    }
    return chosen;
}

} // namespace tunedesk::app
