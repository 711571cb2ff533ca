// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preset/estimate/machine_box.h"

#include "ui/preset/estimate/estimate_strip.h"

#include <QSignalBlocker>
#include <algorithm>

namespace tunedesk::ui {

MachineBox::MachineBox(QWidget* parent) : QComboBox(parent) {
    setAccessibleName(EstimateStrip::tr("Machine to start on"));
    setToolTip(EstimateStrip::tr("Where Start runs the preset. On a server, paths are those of the server, "
                                 "relative ones start at its base folder; no files are copied."));
    setFocusPolicy(Qt::StrongFocus);
    addItem(EstimateStrip::tr("This machine"));
    hide();
    connect(this, &QComboBox::currentIndexChanged, this, &MachineBox::server_changed);
}

void MachineBox::set_servers(const QStringList& servers) {
    QStringList listed;
    for (int item = 1; item < count(); ++item)
        listed << itemData(item).toString();
    if (servers == listed) return;
    const QString before = server();
    {
        const QSignalBlocker quiet(this);
        while (count() > 1)
            removeItem(count() - 1);
        for (const QString& name : servers)
            addItem(EstimateStrip::tr("server %1").arg(name), name);
        setCurrentIndex(std::max(0, findData(before)));
        setVisible(!servers.isEmpty());
    }
    if (server() != before) Q_EMIT server_changed();
}

} // namespace tunedesk::ui
