// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/queue/pin_dialog.h"

#include "ui/widgets/text.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

namespace tunedesk::ui {

PinDialog::PinDialog(const run::QueueEntry& entry, const std::vector<Gpu>& gpus, QWidget* parent)
    : QDialog(parent), needed_(entry.devices), list_(new QListWidget) {
    setWindowTitle(tr("Pin to GPUs"));
    auto* text =
        new QLabel(tr("%1 starts when %n of the chosen GPU(s) is free. If none is chosen, it uses any.",
                      nullptr, needed_)
                       .arg(to_qt(entry.name)));
    text->setWordWrap(true);
    list_->setAccessibleName(tr("GPUs of this machine"));
    for (const Gpu& gpu : gpus) {
        auto* item = new QListWidgetItem(tr("GPU %1: %2").arg(gpu.index).arg(to_qt(gpu.name)), list_);
        item->setData(Qt::UserRole, to_qt(gpu.uuid));
        item->setCheckState(std::ranges::count(entry.pinned, gpu.uuid) ? Qt::Checked : Qt::Unchecked);
    }
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    ok_ = buttons->button(QDialogButtonBox::Ok);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(8);
    column->addWidget(text);
    column->addWidget(list_);
    column->addWidget(buttons);
    resize(420, 260);
    connect(list_, &QListWidget::itemChanged, this, &PinDialog::show_possible);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    show_possible();
}

std::vector<std::string> PinDialog::chosen() const {
    std::vector<std::string> uuids;
    for (int row = 0; row < list_->count(); ++row)
        if (list_->item(row)->checkState() == Qt::Checked)
            uuids.push_back(list_->item(row)->data(Qt::UserRole).toString().toStdString());
    return uuids;
}

void PinDialog::show_possible() {
    const int count = static_cast<int>(chosen().size());
    const bool enough = count == 0 || count >= needed_;
    ok_->setEnabled(enough);
    ok_->setToolTip(enough ? QString() : tr("The run needs %n GPU(s)", nullptr, needed_));
}

} // namespace tunedesk::ui
