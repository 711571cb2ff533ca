// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/queue/queue_watch.h"

#include "base/gpu/gpu_sampler.h"
#include "ui/widgets/background.h"
#include "ui/widgets/text.h"

#include <QFileSystemWatcher>
#include <QTimer>
#include <algorithm>
#include <cstdlib>

namespace tunedesk::ui {

namespace {

constexpr int queue_refresh_ms = 2000;

QueueSnapshot read_snapshot(const GpuSampler& sampler) {
    QueueSnapshot snapshot;
    const auto reading = sampler.latest();
    const std::vector<Gpu> all = reading ? reading->gpus : std::vector<Gpu>();
    snapshot.gpus = visible_gpus(all, std::getenv("CUDA_VISIBLE_DEVICES"));
    snapshot.entries = run::queue_entries();
    snapshot.devices = run::all_devices(all, run::read_user_settings()); // as the queue itself sees them
    return snapshot;
}

bool same(const QueueSnapshot& a, const QueueSnapshot& b) {
    const auto same_device = [](const run::ClaimableDevice& x, const run::ClaimableDevice& y) {
        return x.id == y.id && x.gpu == y.gpu && x.free == y.free;
    };
    const auto same_gpu = [](const Gpu& x, const Gpu& y) { return x.uuid == y.uuid && x.name == y.name; };
    return a.entries == b.entries && std::ranges::equal(a.devices, b.devices, same_device) &&
           std::ranges::equal(a.gpus, b.gpus, same_gpu);
}

} // namespace

const run::QueueEntry* QueueSnapshot::find(const fs::path& run) const {
    const int at = place(run);
    return at > 0 ? &entries[static_cast<std::size_t>(at) - 1] : nullptr;
}

int QueueSnapshot::place(const fs::path& run) const {
    const auto found = std::ranges::find(entries, run, &run::QueueEntry::run);
    return found == entries.end() ? 0 : static_cast<int>(found - entries.begin()) + 1;
}

QueueWatch::QueueWatch(QObject* parent)
    : QObject(parent), watcher_(new QFileSystemWatcher(this)), timer_(new QTimer(this)),
      gpus_(GpuSampler::shared()) {
    timer_->setInterval(queue_refresh_ms);
    connect(timer_, &QTimer::timeout, this, &QueueWatch::refresh);
    connect(watcher_, &QFileSystemWatcher::directoryChanged, this, &QueueWatch::refresh);
    timer_->start();
    revive();
    refresh();
}

QueueWatch::~QueueWatch() = default;

void QueueWatch::revive() {
    in_background(
        this,
        [](const CancelToken&) {
            run::revive_queue();
            return true;
        },
        [](bool) {}, [this](const Error& error) { Q_EMIT failed(error); });
}

QString QueueWatch::why_wait(const Preset& preset) const try {
    const run::QueueEntry entry = run::entry_for(preset, {}, snapshot_.gpus);
    const run::Waiting waiting = run::why_waiting(entry, snapshot_.entries, snapshot_.devices);
    using For = run::Waiting::For;
    const bool waits = waiting.what == For::devices || waiting.what == For::turn;
    return waits ? tr("Busy now.") + u' ' + waiting_text(entry, waiting) : QString();
} catch (const Error&) {
    return {};
}

int QueueWatch::at_once(const Preset& preset) const try {
    const run::QueueEntry entry = run::entry_for(preset, {}, snapshot_.gpus);
    const run::Waiting waiting = run::why_waiting(entry, {}, snapshot_.devices);
    return std::max(1, waiting.there / std::max(1, waiting.needed));
} catch (const Error&) {
    return 1;
}

void QueueWatch::refresh() {
    if (busy_) {
        again_ = true;
        return;
    }
    busy_ = true;
    const auto look_again = [this] {
        busy_ = false;
        if (std::exchange(again_, false)) refresh();
    };
    in_background(
        this, [gpus = gpus_](const CancelToken&) { return read_snapshot(*gpus); },
        [this, look_again](QueueSnapshot snapshot) {
            said_.clear();
            const bool news = !same(snapshot, snapshot_);
            snapshot_ = std::move(snapshot);
            watch_folders();
            if (news) Q_EMIT changed();
            look_again();
        },
        [this, look_again](const Error& error) {
            if (std::exchange(said_, error.line()) != error.line()) Q_EMIT failed(error);
            look_again();
        });
}

void QueueWatch::watch_folders() {
    for (const fs::path& folder : {state_home() / "queue", state_home() / "devices"}) {
        std::error_code missing;
        if (!watcher_->directories().contains(to_qt(folder)) && fs::is_directory(folder, missing))
            watcher_->addPath(to_qt(folder));
    }
}

QString waiting_text(const run::QueueEntry& entry, const run::Waiting& waiting) {
    using For = run::Waiting::For;
    const QString device =
        entry.gpu ? QueueWatch::tr("%n GPU(s)", nullptr, waiting.needed) : QueueWatch::tr("a CPU slot");
    const QString before =
        waiting.before == 0 ? QString() : QueueWatch::tr("%n run(s) before it.", nullptr, waiting.before);
    QString text;
    switch (waiting.what) {
    case For::start:
        return QueueWatch::tr("It starts in a moment.");
    case For::release:
        return QueueWatch::tr("It is held: it starts after you release it. Later runs start first.");
    case For::more_devices:
        return QueueWatch::tr("It needs %1, and this machine has only %2 for it.")
            .arg(device)
            .arg(waiting.there);
    case For::turn:
        text = QueueWatch::tr("It waits for %1, kept for runs before it.").arg(device);
        break;
    case For::devices:
        text = entry.gpu ? QueueWatch::tr("It waits for %1: the GPUs or their memory are in use.").arg(device)
                         : QueueWatch::tr("It waits for %1; %2 in use.").arg(device).arg(waiting.there);
        break;
    }
    return before.isEmpty() ? text : text + u' ' + before;
}

} // namespace tunedesk::ui
