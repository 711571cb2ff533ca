// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preset/hub/download_bar.h"

#include "base/text.h"
#include "hub/data_download.h"
#include "ui/widgets/error_text.h"
#include "ui/widgets/text.h"

#include <QLabel>
#include <QProgressBar>
#include <QVBoxLayout>
#include <mutex>
#include <utility>

namespace tunedesk::ui {

namespace {

constexpr int refresh_ms = 150, bar_steps = 1000;

} // namespace

hub::HubClient hub_client(const CancelToken& token) {
    return hub::HubClient(format::hub_settings(), {}, [token] { return token.is_cancelled(); });
}

/// State published by the downloading thread.
struct DownloadBar::Shared {
    std::mutex mutex;
    hub::DownloadProgress progress;
};

DownloadBar::DownloadBar(QWidget* parent)
    : QWidget(parent), status_(new QLabel), bar_(new QProgressBar), shared_(std::make_shared<Shared>()) {
    status_->setWordWrap(true);
    status_->setTextFormat(Qt::PlainText);
    bar_->setRange(0, bar_steps);
    bar_->hide();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(status_);
    column->addWidget(bar_);
    connect(&refresh_, &QTimer::timeout, this, &DownloadBar::show_progress);
}

DownloadBar::~DownloadBar() {
    job_.cancel();
}

void DownloadBar::download(const format::HubModel& model) {
    start(to_qt(model.name),
          [model](hub::HubClient& client, const Show& show) { hub::download_model(client, model, show); });
}

void DownloadBar::download(const std::vector<format::HubRows>& rows) {
    QStringList names;
    for (const format::HubRows& each : rows)
        names.append(to_qt(text_of(each)));
    start(names.join(QStringLiteral(", ")), [rows](hub::HubClient& client, const Show& show) {
        for (const format::HubRows& each : rows)
            hub::download_data(client, each, show);
    });
}

void DownloadBar::say(const QString& text) {
    status_->setText(text);
}

void DownloadBar::start(const QString& name, std::function<void(hub::HubClient&, const Show&)> work) {
    if (std::exchange(is_busy_, true)) return;
    say(tr("Downloading %1…").arg(name));
    shared_ = std::make_shared<Shared>();
    bar_->setValue(0);
    bar_->show();
    refresh_.start(refresh_ms);
    job_ = in_background(
        this,
        [work = std::move(work), shared = shared_](const CancelToken& token) {
            hub::HubClient client = hub_client(token);
            work(client, [&](const hub::DownloadProgress& progress) {
                const std::lock_guard lock(shared->mutex);
                shared->progress = progress;
            });
            return true;
        },
        [this](bool) {
            end({});
            Q_EMIT ready();
        },
        [this](const Error& error) {
            end(shown_error(error));
            Q_EMIT failed();
        });
}

void DownloadBar::show_progress() {
    hub::DownloadProgress progress;
    {
        const std::lock_guard lock(shared_->mutex);
        progress = shared_->progress;
    }
    if (progress.total_bytes == 0) return;
    bar_->setValue(static_cast<int>(static_cast<double>(progress.bytes) /
                                    static_cast<double>(progress.total_bytes) * bar_steps));
    say(tr("%1: %2 of %3")
            .arg(to_qt(progress.file), to_qt(human_bytes(progress.bytes)),
                 to_qt(human_bytes(progress.total_bytes))));
}

void DownloadBar::end(const QString& status) {
    is_busy_ = false;
    refresh_.stop();
    bar_->hide();
    say(status);
}

} // namespace tunedesk::ui
