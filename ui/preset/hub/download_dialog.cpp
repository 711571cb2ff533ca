// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preset/hub/download_dialog.h"

#include "ui/preset/hub/download_bar.h"

#include <QDialogButtonBox>
#include <QPushButton>
#include <QVBoxLayout>

namespace tunedesk::ui {

DownloadDialog::DownloadDialog(QWidget* parent)
    : QDialog(parent), bar_(new DownloadBar), again_(new QPushButton(tr("Try again"))) {
    resize(480, 120);
    again_->hide();
    auto* buttons = new QDialogButtonBox;
    buttons->addButton(again_, QDialogButtonBox::ActionRole);
    buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
    auto* column = new QVBoxLayout(this);
    column->addWidget(bar_, 1);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(again_, &QPushButton::clicked, this, &DownloadDialog::begin);
    connect(bar_, &DownloadBar::failed, again_, &QWidget::show);
    connect(bar_, &DownloadBar::ready, this, [this] {
        Q_EMIT ready();
        accept();
    });
}

void DownloadDialog::download(const format::HubModel& model) {
    setWindowTitle(tr("Download a model"));
    start_ = [this, model] { bar_->download(model); };
    begin();
}

void DownloadDialog::download(const std::vector<format::HubRows>& rows) {
    setWindowTitle(tr("Download data"));
    start_ = [this, rows] { bar_->download(rows); };
    begin();
}

void DownloadDialog::begin() {
    again_->hide();
    start_();
}

} // namespace tunedesk::ui
