// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/device/device_check.h"

#include "run/devices/self_check.h"
#include "ui/widgets/text.h"

#include <QTimer>
#include <algorithm>
#include <chrono>
#include <cstdlib>

namespace tunedesk::ui {

namespace {

constexpr std::chrono::milliseconds reading_wait(50);

struct Looked {
    std::vector<DeviceCheck::Found> found;
    std::string driver, build;
};

Looked find_verdicts(const GpuReading& reading) {
    Looked looked;
    looked.driver = reading.driver;
    for (const Gpu& gpu : visible_gpus(reading.gpus, std::getenv("CUDA_VISIBLE_DEVICES")))
        looked.found.push_back({gpu, run::read_verdict(gpu, reading.driver)});
    return looked;
}

/// The thread for checks, which run one at a time and block it for a minute or two. On a single core Qt's own
/// pool has only one thread, which also runs the window's short jobs and Qt's painting: the window would
/// freeze.
QThreadPool& check_thread() {
    static QThreadPool pool;
    [[maybe_unused]] static const bool made = [] {
        pool.setMaxThreadCount(1);
        // Its job ends before the application does: stop() has requested it.
        qAddPostRoutine([] { pool.waitForDone(); });
        return true;
    }();
    return pool;
}

} // namespace

DeviceCheck::~DeviceCheck() {
    stop();
}

bool DeviceCheck::is_wanted() const {
    return std::ranges::any_of(found_, [](const Found& one) { return !one.verdict && one.gpu.answers(); });
}

QString DeviceCheck::subject() const {
    QStringList parts{driver_, to_qt(run::build_stamp())};
    for (const Found& one : found_)
        parts << to_qt(one.gpu.uuid);
    return parts.join(u'|');
}

std::vector<run::DeviceVerdict> DeviceCheck::verdicts() const {
    std::vector<run::DeviceVerdict> all;
    for (const Found& one : found_)
        if (one.verdict) all.push_back(*one.verdict);
    return all;
}

void DeviceCheck::look() {
    if (!sampler_) sampler_ = GpuSampler::shared(); // a blocked driver blocks only the sampler's thread
    const std::optional<GpuReading> reading = sampler_->latest();
    if (!reading) return QTimer::singleShot(reading_wait, this, &DeviceCheck::look);
    in_background(
        this, [reading = *reading](const CancelToken&) { return find_verdicts(reading); },
        [this](Looked looked) {
            driver_ = to_qt(looked.driver);
            take(std::move(looked.found));
        },
        [this](const Error& error) { Q_EMIT failed(error); });
}

void DeviceCheck::take(std::vector<Found> found) {
    found_ = std::move(found);
    for (Found& one : found_)
        for (const run::DeviceVerdict& verdict : passing_)
            if (!one.verdict && verdict.uuid == one.gpu.uuid) one.verdict = verdict;
    Q_EMIT looked();
}

void DeviceCheck::start() {
    if (checking_ || found_.empty()) return;
    checking_ = true;
    Q_EMIT began();
    stops_ = std::make_shared<std::atomic<bool>>(false);
    std::vector<Gpu> gpus;
    for (const Found& one : found_)
        gpus.push_back(one.gpu);
    run::SelfCheckWatch watch;
    watch.enough = [stops = stops_] { return stops->load(); };
    // This object sets `stops` before it is destroyed, on the thread that reads it here.
    watch.progress = [this, stops = stops_](const run::CheckStep& step) {
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [=, this] {
                if (!*stops) Q_EMIT progressed(step);
            },
            Qt::QueuedConnection);
    };
    const auto over = [this] {
        checking_ = false;
        look();
        Q_EMIT ended();
    };
    run_on(
        check_thread(), this,
        [gpus = std::move(gpus), driver = driver_.toStdString(), watch](const CancelToken&) {
            return run::check_devices(gpus, driver, watch);
        },
        [this, over](std::optional<std::vector<run::DeviceVerdict>> verdicts) {
            passing_ = verdicts ? std::move(*verdicts) : std::vector<run::DeviceVerdict>();
            over();
        },
        [this, over](const Error& error) {
            over();
            Q_EMIT failed(error);
        });
}

void DeviceCheck::stop() {
    if (stops_) *stops_ = true;
}

} // namespace tunedesk::ui
