// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "run/registry/user_settings.h"
#include "ui/widgets/background.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPushButton;

namespace tunedesk::ui {

class MessageBar;

/// Asks for another machine, tests the connection, and stores it in the settings. Window's thread.
class AddServerDialog : public QDialog {
    Q_OBJECT

public:
    explicit AddServerDialog(QWidget* parent = nullptr);

    QLineEdit* name() const { return name_; }
    MessageBar* news() const { return news_; }

Q_SIGNALS:
    /// Emitted when the server was reached and stored in the settings.
    void added(const QString& server);

private:
    void try_it();

    QLineEdit *name_, *program_, *folder_;
    MessageBar* news_;
    QPushButton* add_;
    CancelToken trying_;
};

} // namespace tunedesk::ui
