#include "device_check.h"

#include "output.h"
#include "run/devices/self_check.h"

#include <QCoreApplication>
#include <fmt/format.h>

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

} // namespace

std::vector<run::DeviceVerdict> check_with_progress(const std::vector<Gpu>& gpus, const std::string& driver,
                                                    double seconds, bool quiet) {
    int count = 1;
    char name[] = "tunedesk";
    char* arguments[] = {name, nullptr};
    std::optional<QCoreApplication> application; // QProcess wants one
    if (!QCoreApplication::instance()) application.emplace(count, arguments);
    run::SelfCheckWatch watch;
    watch.seconds = seconds;
    watch.silent_seconds = seconds / 3;
    if (!quiet)
        watch.progress = [](int done, int total, const std::string& what) {
            show_progress(fmt::format("device check: |{}| {}/{} {}", bar(done, total), done, total, what));
        };
    auto verdicts = run::check_devices(gpus, driver, watch);
    if (!quiet) show_progress({});
    return verdicts ? std::move(*verdicts) : std::vector<run::DeviceVerdict>();
}

run::AutoDevices settle_devices(const Preset& preset, bool skip_check) {
    run::AutoDevices chosen = run::choose_devices(preset);
    if (!chosen.unchecked.empty() && !skip_check) {
        print_notice("parallel.devices: auto checks {} first, once (--skip-device-check trains on the "
                     "processors)\n",
                     chosen.unchecked.size() == 1 ? "the GPU"
                                                  : fmt::format("{} GPUs", chosen.unchecked.size()));
        check_with_progress(chosen.unchecked, Nvml().read().driver, run::SelfCheckWatch().seconds,
                            /*quiet=*/false);
        chosen = run::choose_devices(preset);
    }
    return chosen;
}

} // namespace tunedesk::app
