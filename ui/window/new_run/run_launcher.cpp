// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/new_run/run_launcher.h"

#include "preset/yaml/load.h"
#include "remote/runs.h"
#include "run/folder/remote_place.h"
#include "ui/run/run_action.h"
#include "ui/widgets/background.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"
#include "ui/window/library/places.h"
#include "ui/window/queue/queue_watch.h"

namespace tunedesk::ui {

RunLauncher::RunLauncher(QueueWatch* queue, MessageBar* messages, QObject* parent)
    : QObject(parent), queue_(queue), messages_(messages) {}

void RunLauncher::start(const fs::path& preset) {
    start_by([preset] { return start_run(preset, {}, {}, working_folder_of(preset)); });
}

void RunLauncher::start_on(const std::string& server, const fs::path& preset) {
    start_by([preset, server]() -> fs::path {
        const preset::Loaded loaded = preset::load_as_written(preset);
        const std::string run =
            remote::start_on(remote::server_named(server), preset::to_yaml_as_written(loaded.preset));
        return run::view_folder({server, run});
    });
}

void RunLauncher::start_by(std::function<fs::path()> start) {
    messages_->say(MessageBar::Kind::info, tr("The run is being started…"));
    in_background(
        this, [start = std::move(start)](const CancelToken&) { return start(); },
        [this](const fs::path& run) {
            messages_->clear();
            Q_EMIT started(to_qt(run));
        },
        [this](const Error& error) { fail(error); });
}

void RunLauncher::fail(const Error& error) {
    messages_->say(error);
    Q_EMIT failed();
}

void RunLauncher::queue(const fs::path& preset) {
    const auto read = [preset](std::span<const std::string> sets) {
        return preset::load_draft(preset, sets);
    };
    queue(preset, [read] { return run::sweep_runs(read, {}); }, {});
}

void RunLauncher::queue(const fs::path& preset, std::function<std::vector<run::SweepRun>()> make,
                        run::Queueing how) {
    messages_->say(MessageBar::Kind::info, tr("Being queued…"));
    in_background(
        this,
        [make = std::move(make), how = std::move(how),
         base = working_folder_of(preset)](const CancelToken&) mutable {
            std::vector<run::SweepRun> runs = make();
            if (how.group.empty() && runs.size() > 1)
                how.group = run::new_group_name(runs.front().preset.name);
            return run::add_to_queue(run::place_runs(std::move(runs), {}, base), how).front().run;
        },
        [this](const fs::path& run) {
            messages_->clear();
            queue_->refresh();
            Q_EMIT queued(to_qt(run));
        },
        [this](const Error& error) { fail(error); });
}

} // namespace tunedesk::ui
