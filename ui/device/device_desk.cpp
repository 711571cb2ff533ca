// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/device/device_desk.h"

#include "ui/device/device_check.h"
#include "ui/device/device_dialog.h"
#include "ui/device/device_strip.h"

#include <QAction>
#include <QSettings>

namespace tunedesk::ui {

namespace {

QString skipped_key() {
    return QStringLiteral("device_check/skipped");
}

} // namespace

DeviceDesk::DeviceDesk(QSettings* settings, QWidget* window)
    : QObject(window), settings_(settings), window_(window), strip_(new DeviceStrip),
      check_(new DeviceCheck(this)), action_(new QAction(tr("&GPUs…"), this)) {
    action_->setToolTip(tr("The GPUs of this machine, and whether they train correctly"));
    connect(action_, &QAction::triggered, this, [this] {
        check_->look();
        show_dialog();
    });
    connect(strip_, &DeviceStrip::gpus_requested, action_, &QAction::trigger);
    connect(check_, &DeviceCheck::looked, this, [this] { strip_->set_verdicts(check_->found()); });
    check_->look();
}

void DeviceDesk::offer() {
    connect(
        check_, &DeviceCheck::looked, this,
        [this] {
            if (!check_->is_wanted() || settings_->value(skipped_key()).toString() == check_->subject())
                return;
            show_dialog();
            check_->start();
        },
        Qt::SingleShotConnection);
    check_->look();
}

DeviceDialog* DeviceDesk::show_dialog() {
    if (!dialog_) {
        dialog_ = new DeviceDialog(check_, window_);
        connect(dialog_, &DeviceDialog::skipped, this, &DeviceDesk::keep_skipped);
    }
    dialog_->show();
    dialog_->raise();
    dialog_->activateWindow();
    return dialog_;
}

void DeviceDesk::keep_skipped() {
    settings_->setValue(skipped_key(), check_->subject());
}

} // namespace tunedesk::ui
