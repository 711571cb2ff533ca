// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "format/hub/hub_data.h"

#include <QDialog>
#include <functional>
#include <vector>

class QPushButton;

namespace tunedesk::ui {

class DownloadBar;

/// Downloads what a preset names into the cache, with a bar. Closing the dialog cancels; after a failure it
/// can be tried again, and continues. Window's thread.
class DownloadDialog : public QDialog {
    Q_OBJECT

public:
    explicit DownloadDialog(QWidget* parent = nullptr);

    void download(const format::HubModel& model);
    void download(const std::vector<format::HubRows>& rows);

    DownloadBar* bar() const { return bar_; }
    QPushButton* again() const { return again_; }

Q_SIGNALS:
    /// All of it is in the cache; the dialog closes.
    void ready();

private:
    void begin();

    DownloadBar* bar_;
    QPushButton* again_;
    std::function<void()> start_;
};

} // namespace tunedesk::ui
