// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/devices/gpu_watch.h"

#include "base/clock.h"
#include "base/text.h"
#include "preset/schema/placement.h"

#include <QProcess>
#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <unistd.h>
#include <utility>

namespace tunedesk::run {

namespace {

std::string name_of(const GpuProcess& process) {
    std::string name;
    std::getline(std::ifstream(fmt::format("/proc/{}/comm", process.pid)) >> std::ws, name);
    std::string text = fmt::format("pid {}", process.pid);
    if (!name.empty()) text += fmt::format(" {}", shortened(name, 20));
    if (process.bytes > 0) text += fmt::format(" with {}", human_bytes(process.bytes));
    return text;
}

FileDescriptor open_kernel_log() {
    const char* given = std::getenv("TUNEDESK_KMSG");
    FileDescriptor log(::open(given ? given : "/dev/kmsg", O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    // What is there already is of earlier.
    if (log && ::lseek(log.get(), 0, SEEK_END) < 0) log.reset();
    return log;
}

/// All that has come since. /dev/kmsg gives a record a call, and an error for each that was overwritten.
std::string read_new(int log) {
    std::string text;
    char buffer[8192];
    for (int failures = 0; text.size() < (1u << 20) && failures < 1000;) {
        const ssize_t n = ::read(log, buffer, sizeof buffer);
        if (n > 0)
            text.append(buffer, static_cast<std::size_t>(n));
        else if (n == 0 || (errno != EPIPE && errno != EINTR))
            break;
        else
            ++failures;
    }
    return text;
}

std::string ask_journal(double since) {
    QProcess journal;
    journal.start("journalctl", {"--dmesg", "--quiet", "--no-pager", "--output=cat",
                                 QString::fromStdString(fmt::format("--since=@{:.0f}", since))});
    if (!journal.waitForFinished(3000)) {
        journal.kill();
        journal.waitForFinished(1000);
        return {};
    }
    return journal.readAllStandardOutput().toStdString();
}

} // namespace

std::string name_of(const Gpu& gpu) {
    return gpu.name.empty() ? fmt::format("GPU {}", gpu.index)
                            : fmt::format("GPU {} ({})", gpu.index, gpu.name);
}

bool lists_gpus(const Preset& preset) {
    return uses_gpus(preset) && preset.parallel.devices != "cuda";
}

std::vector<Gpu> gpus_of(const Preset& preset, const std::vector<Gpu>& visible) {
    std::vector<Gpu> used;
    const std::string& devices = preset.parallel.devices;
    if (!uses_gpus(preset)) return used;
    const auto ranks = static_cast<std::size_t>(std::max(1, preset.parallel.processes));
    if (!lists_gpus(preset)) {
        used.assign(visible.begin(),
                    visible.begin() + static_cast<std::ptrdiff_t>(std::min(ranks, visible.size())));
        return used;
    }
    for (const std::string_view word : split(devices, ',')) {
        const std::string_view text = trimmed(word);
        std::size_t index = visible.size();
        std::from_chars(text.data(), text.data() + text.size(), index);
        if (index < visible.size() && used.size() < ranks) used.push_back(visible[index]);
    }
    return used;
}

GpuWatch::GpuWatch(const Preset& preset, std::optional<std::string> visible)
    : preset_(preset), visible_(std::move(visible)), began_(utc_seconds()) {
    if (!uses_gpus(preset)) return;
    sampler_ = std::make_unique<GpuSampler>();
    kernel_log_ = open_kernel_log();
}

bool GpuWatch::is_ready() const {
    return !sampler_ || sampler_->latest();
}

std::vector<Gpu> GpuWatch::used() {
    const auto reading = sampler_ ? sampler_->latest() : std::nullopt;
    if (!reading) return {};
    if (used_.empty()) {
        const char* visible = visible_ ? visible_->c_str() : std::getenv("CUDA_VISIBLE_DEVICES");
        used_ = gpus_of(preset_, visible_gpus(reading->gpus, visible));
    }
    for (Gpu& gpu : used_) {
        const auto now = std::ranges::find(reading->gpus, gpu.index, &Gpu::index);
        if (now == reading->gpus.end()) continue; // a reading that failed says nothing of it
        if (now->lost)                            // its driver no longer says what it is
            gpu.lost = true;
        else
            gpu = *now;
    }
    return used_;
}

std::string GpuWatch::sharing_notice() {
    // The first reading is made before a rank has reached its GPU: a process on it is another run's.
    if (has_noticed_sharing_ || !is_ready()) return {};
    has_noticed_sharing_ = true;
    std::string text;
    for (const Gpu& gpu : used()) {
        if (gpu.processes.empty()) continue;
        std::string users;
        for (const GpuProcess& process : gpu.processes)
            users += (users.empty() ? "" : ", ") + name_of(process);
        text += fmt::format("{}{} is in use already by {}", text.empty() ? "" : "; ", name_of(gpu), users);
    }
    if (!text.empty()) text += ": this run shares its memory and its time";
    return text;
}

std::string GpuWatch::lost() {
    for (const Gpu& gpu : used())
        if (gpu.lost) return name_of(gpu);
    return {};
}

std::vector<std::string> GpuWatch::xids() {
    std::vector<std::string> found;
    const std::vector<Gpu> gpus = used();
    if (gpus.empty()) return found;
    const std::string log = kernel_log_ ? read_new(kernel_log_.get()) : ask_journal(began_);
    for (const std::string_view line : split(log, '\n')) {
        const std::size_t begin = line.find("NVRM: Xid");
        if (begin == std::string_view::npos || found.size() >= 8) continue;
        const auto speaks_of = [&](const Gpu& gpu) {
            return gpu.pci.empty() || line.find(gpu.pci) != std::string_view::npos;
        };
        if (std::any_of(gpus.begin(), gpus.end(), speaks_of))
            found.push_back(shortened(line.substr(begin), 300));
    }
    return found;
}

} // namespace tunedesk::run
