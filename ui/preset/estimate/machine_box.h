// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

namespace tunedesk::ui {

/// The machines that Start may choose: this one and servers; hidden where there is nothing to choose.
/// Window's thread.
class MachineBox : public QComboBox {
    Q_OBJECT

public:
    explicit MachineBox(QWidget* parent = nullptr);

    /// The machines beside this one.
    void set_servers(const QStringList& servers);
    /// The one that is chosen; empty: this machine.
    QString server() const { return currentData().toString(); }

Q_SIGNALS:
    void server_changed();
};

} // namespace tunedesk::ui
