// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/error.h"
#include "base/files/file.h"
#include "base/text.h"
#include "commands.h"
#include "device_check.h"
#include "output.h"
#include "report/text_table.h"
#include "run/devices/check_report.h"
#include "run/devices/self_check.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <memory>
#include <set>

namespace tunedesk::app {

namespace {

struct DeviceOptions {
    bool json = false;
    std::vector<int> devices;
    double seconds = run::SelfCheckWatch().seconds;
    std::string report;
};

std::string process_name(int pid) {
    try {
        return std::string(
            trimmed(read_file(fmt::format("/proc/{}/comm", pid), ErrorId::file_unreadable, 4096)));
    } catch (const Error&) {
        return "?"; // owned by another user, or ended
    }
}

std::string verdict_text(const Gpu& gpu, const std::optional<run::DeviceVerdict>& verdict) {
    if (gpu.lost) return "lost: it has fallen off the bus; reset it to use it again";
    if (!verdict) return "not checked yet";
    return fmt::format("{} ({}, {:.0f} s)", verdict->summary(), verdict->checked, verdict->seconds);
}

void print_gpu(const Gpu& gpu, const GpuReading& reading) {
    print_text("GPU {}: {}, {}, {} in use, compute capability {}.{}, driver {}\n", gpu.index, gpu.name,
               human_bytes(gpu.memory_total), human_bytes(gpu.memory_used), gpu.compute_major,
               gpu.compute_minor, reading.driver);
    for (const GpuProcess& process : gpu.processes)
        print_text("  used by {} (process {}){}\n", process_name(process.pid), process.pid,
                   process.bytes > 0 ? ", " + human_bytes(process.bytes) : std::string());
    print_text("  check: {}\n", verdict_text(gpu, run::read_verdict(gpu, reading.driver)));
}

Json gpu_json(const Gpu& gpu, const GpuReading& reading) {
    Json processes = Json::array();
    for (const GpuProcess& process : gpu.processes)
        processes.push_back(
            {{"pid", process.pid}, {"name", process_name(process.pid)}, {"bytes", process.bytes}});
    const auto verdict = run::read_verdict(gpu, reading.driver);
    return {{"index", gpu.index},
            {"name", gpu.name},
            {"uuid", gpu.uuid},
            {"memory_total_bytes", gpu.memory_total},
            {"memory_used_bytes", gpu.memory_used},
            {"compute_capability", fmt::format("{}.{}", gpu.compute_major, gpu.compute_minor)},
            {"driver", reading.driver},
            {"lost", gpu.lost},
            {"processes", processes},
            {"verdict", verdict ? run::to_json(*verdict) : Json()}};
}

std::string architectures_text(const std::vector<int>& built) {
    std::string text;
    for (const int one : built)
        text += fmt::format("{}sm_{}", text.empty() ? "" : ", ", one);
    return text.empty() ? "none" : text;
}

int list_devices(const DeviceOptions& options) {
    const GpuReading reading = Nvml().read();
    const run::GpuLibraries libraries = run::gpu_libraries();
    if (options.json) {
        Json json{{"libtorch", libraries.libtorch},
                  {"architectures", libraries.architectures},
                  {"problem", libraries.problem},
                  {"driver", reading.driver},
                  {"gpus", Json::array()}};
        for (const Gpu& gpu : reading.gpus)
            json["gpus"].push_back(gpu_json(gpu, reading));
        print_json(json);
        return 0;
    }
    for (const Gpu& gpu : reading.gpus)
        print_gpu(gpu, reading);
    if (reading.gpus.empty()) print_text("No NVIDIA GPU: no driver answers. Runs train on the processors.\n");
    print_text("LibTorch {}, kernels for {}{}\n", libraries.libtorch,
               architectures_text(libraries.architectures),
               libraries.problem.empty() ? "" : "; " + libraries.problem);
    const bool unchecked = std::ranges::any_of(
        reading.gpus, [&](const Gpu& gpu) { return !run::read_verdict(gpu, reading.driver); });
    if (unchecked) print_text("next: tunedesk device check\n");
    return 0;
}

void print_verdict(const run::DeviceVerdict& verdict, int index) {
    report::TextTable table{{"comparison", "result", "finding", "seconds"}, {}, {false, false, false, true}};
    for (const run::CheckedRow& row : verdict.rows)
        table.rows.push_back({sentence(row.comparison), run::outcome_name(row.outcome),
                              sentence(run::finding_of(row)), fmt::format("{:.1f}", row.seconds)});
    print_text("GPU {}: {}\n", index, verdict.name);
    write_text(table.to_text());
    print_text("{}\n", verdict.summary());
}

/// The GPUs that CUDA_VISIBLE_DEVICES allows and whose driver responds; others may belong to other users.
std::vector<Gpu> usable_gpus(const GpuReading& reading) {
    std::vector<Gpu> gpus = visible_gpus(reading.gpus, std::getenv("CUDA_VISIBLE_DEVICES"));
    std::erase_if(gpus, [](const Gpu& gpu) { return !gpu.answers(); });
    return gpus;
}

std::vector<Gpu> chosen_gpus(const DeviceOptions& options, const GpuReading& reading) {
    if (reading.gpus.empty()) throw Error(ErrorId::gpu_driver_missing);
    const std::vector<Gpu> usable = usable_gpus(reading);
    if (options.devices.empty() && usable.empty()) throw Error(ErrorId::gpu_to_check_missing);
    if (options.devices.empty()) return usable;
    std::vector<Gpu> chosen;
    for (const int index : std::set(options.devices.begin(), options.devices.end())) {
        const auto found = std::ranges::find(usable, index, &Gpu::index);
        if (found == usable.end()) throw Error(ErrorId::gpu_unknown, {fmt::to_string(index)}, "--device");
        chosen.push_back(*found);
    }
    return chosen;
}

int check_devices(const DeviceOptions& options) {
    const GpuReading reading = Nvml().read();
    const std::vector<Gpu> gpus = chosen_gpus(options, reading);
    const auto verdicts = check_with_progress(gpus, reading.driver, options.seconds, options.json);
    if (!options.report.empty())
        write_file_atomically(options.report, run::check_report(verdicts).dump(2) + '\n');
    if (options.json) {
        Json json = Json::array();
        for (const run::DeviceVerdict& verdict : verdicts)
            json.push_back(run::to_json(verdict));
        print_json(json);
    } else {
        for (std::size_t i = 0; i < verdicts.size(); ++i)
            print_verdict(verdicts[i], gpus[i].index);
        if (!options.report.empty()) print_text("report: {}\n", options.report);
    }
    const auto bad = std::ranges::find_if_not(verdicts, &run::DeviceVerdict::is_good);
    if (bad == verdicts.end()) return 0;
    throw Error(options.report.empty() ? ErrorId::device_check_failed : ErrorId::device_check_reported,
                {bad->name, bad->summary()});
}

} // namespace

void add_device_command(CLI::App& app, Action& action) {
    auto options = std::make_shared<DeviceOptions>();
    CLI::App* device =
        app.add_subcommand("device", "The NVIDIA GPUs of this machine, and whether they train correctly");
    device->require_subcommand(0, 1);
    device->add_flag("--json", options->json, "One JSON object");
    CLI::App* check =
        device->add_subcommand("check", "Compare each GPU with the processors, and save the result");
    device->callback([options, check, &action] {
        if (!check->parsed()) action = [options] { return list_devices(*options); };
    });
    check->add_option("--device", options->devices, "Check only this GPU (repeatable)")->type_name("INDEX");
    check
        ->add_option("--seconds", options->seconds,
                     "How long the check of a GPU may take; default 90, or $TUNEDESK_DEVICE_CHECK_SECONDS")
        ->check(above_0(3600));
    check->add_option("--report", options->report, "A file for an issue, without private data")
        ->type_name("FILE");
    check->add_flag("--json", options->json, "One JSON array");
    check->callback([options, &action] { action = [options] { return check_devices(*options); }; });
}

} // namespace tunedesk::app
