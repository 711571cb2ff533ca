// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "format/hub/hub_data.h"
#include "hub/hub_download.h"
#include "ui/widgets/background.h"

#include <QTimer>
#include <QWidget>
#include <functional>
#include <memory>
#include <vector>

class QLabel;
class QProgressBar;

namespace tunedesk::ui {

/// A client of the hub that the environment names, for work in the background.
hub::HubClient hub_client(const CancelToken& token);

/// Downloads a model or data sets into the cache in the background, and shows progress or the error.
/// Destruction cancels a download, which is continued the next time. Window's thread.
class DownloadBar : public QWidget {
    Q_OBJECT

public:
    explicit DownloadBar(QWidget* parent = nullptr);
    ~DownloadBar() override;

    /// Does nothing while one runs.
    void download(const format::HubModel& model);
    void download(const std::vector<format::HubRows>& rows);
    /// Shows another line.
    void say(const QString& text);

    bool is_busy() const { return is_busy_; }
    QLabel* status() const { return status_; }

Q_SIGNALS:
    void ready();
    /// The download failed; the line shows the reason.
    void failed();

private:
    struct Shared;
    using Show = std::function<void(const hub::DownloadProgress&)>;
    void start(const QString& name, std::function<void(hub::HubClient&, const Show&)> work);
    void show_progress();
    void end(const QString& status);

    QLabel* status_;
    QProgressBar* bar_;
    QTimer refresh_;
    std::shared_ptr<Shared> shared_; ///< with the thread that downloads
    CancelToken job_;
    bool is_busy_ = false;
};

} // namespace tunedesk::ui
