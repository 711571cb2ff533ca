// SPDX-License-Identifier: GPL-3.0-or-later
#include "model_download.h"

#include "base/clock.h"
#include "base/text.h"
#include "hub/hub_download.h"
#include "interruptible.h"
#include "output.h"
#include "plan/model_folder.h"
#include "preset/schema/named_rows.h"

#include <QCoreApplication>
#include <fmt/format.h>
#include <iostream>
#include <optional>
#include <unistd.h>

namespace tunedesk::app {

namespace {

/// "model.safetensors: 45% of 86.7 MiB, 11.2 MiB/s, 00:04 left"
std::string download_line(const hub::DownloadProgress& progress, std::uint64_t first_bytes, double began) {
    const double seconds = monotonic_seconds() - began;
    const double rate =
        seconds > 0 ? static_cast<double>(progress.bytes - std::min(first_bytes, progress.bytes)) / seconds
                    : 0;
    const auto left =
        static_cast<double>(progress.total_bytes - std::min(progress.bytes, progress.total_bytes));
    std::string line = fmt::format("{}: {:.0f}% of {}", progress.file,
                                   progress.total_bytes > 0 ? 100 * static_cast<double>(progress.bytes) /
                                                                  static_cast<double>(progress.total_bytes)
                                                            : 0,
                                   human_bytes(progress.total_bytes));
    if (rate >= 1)
        line += fmt::format(", {}/s, {} left", human_bytes(static_cast<std::uint64_t>(rate)),
                            human_duration(left / rate));
    return line;
}

bool says_yes(const std::string& question) {
    print_notice("{} [y/N] ", question);
    std::string line;
    return std::getline(std::cin, line) && ascii_lower(line).starts_with("y");
}

} // namespace

hub::HubClient hub_client() {
    return hub::HubClient(format::hub_settings(), {}, [] { return Interruptible::signal() != 0; });
}

void with_hub(const std::function<void(hub::HubClient&, const ShowDownload&)>& work) {
    int count = 1;
    char name[] = "tunedesk";
    char* arguments[] = {name, nullptr};
    const QCoreApplication application(count, arguments); // until the supervisor creates its own
    const Interruptible interruptible;
    hub::HubClient client = hub_client();
    const double began = monotonic_seconds();
    std::optional<std::uint64_t> first_bytes;
    struct Cleared {
        ~Cleared() { show_progress({}); }
    };
    const Cleared cleared;
    work(client, [&](const hub::DownloadProgress& progress) {
        if (!first_bytes) first_bytes = progress.bytes;
        show_progress(download_line(progress, *first_bytes, began));
    });
}

fs::path get_model(const format::HubModel& model) {
    fs::path folder;
    with_hub([&](hub::HubClient& client, const ShowDownload& show) {
        folder = hub::download_model(client, model, show);
    });
    return folder;
}

hub::DownloadedData get_rows(const format::HubRows& rows) {
    hub::DownloadedData data;
    with_hub([&](hub::HubClient& client, const ShowDownload& show) {
        data = hub::download_data(client, rows, show);
    });
    return data;
}

bool download_missing(const Preset& preset, bool is_wanted, bool may_ask) {
    const bool has_terminal = ::isatty(STDIN_FILENO) == 1 && ::isatty(STDERR_FILENO) == 1;
    const auto is_asked_for = [&](const std::string& name) {
        return is_wanted || (may_ask && has_terminal &&
                             says_yes(fmt::format("{} is not downloaded. Download it now?", name)));
    };
    if (plan::is_on_hub(preset) && plan::known_model_folder(preset) == preset.model.path &&
        is_asked_for(preset.model.path))
        get_model({preset.model.path, preset.model.revision});
    bool has_come = false;
    for (const std::string& name : preset::missing_rows(preset))
        if (is_asked_for(name)) {
            get_rows(format::parse_hub_rows(name));
            has_come = true;
        }
    return has_come;
}

} // namespace tunedesk::app
