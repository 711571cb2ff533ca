// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/queue/queue.h"

#include <QDialog>

class QListWidget;
class QPushButton;

namespace tunedesk::ui {

/// Dialog for the GPUs on which a queued run may start. Window's thread.
class PinDialog : public QDialog {
    Q_OBJECT

public:
    PinDialog(const run::QueueEntry& entry, const std::vector<Gpu>& gpus, QWidget* parent = nullptr);

    /// UUIDs; empty: any GPU.
    std::vector<std::string> chosen() const;

private:
    void show_possible();

    int needed_;
    QListWidget* list_;
    QPushButton* ok_;
};

} // namespace tunedesk::ui
