// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/server/add_server_dialog.h"

#include "remote/server.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace tunedesk::ui {

AddServerDialog::AddServerDialog(QWidget* parent)
    : QDialog(parent), name_(new QLineEdit), program_(new QLineEdit), folder_(new QLineEdit),
      news_(new MessageBar) {
    setWindowTitle(tr("Open a server"));
    auto* what = new QLabel(tr("Watches and starts runs on another machine over your own ssh. It must log in "
                               "with a key or an agent: passwords are not supported. No files are copied."));
    what->setWordWrap(true);
    name_->setPlaceholderText(tr("for example gpu1 or me@gpu1.example.org"));
    name_->setToolTip(tr("What you give to ssh: a host of ~/.ssh/config, or USER@HOST"));
    program_->setPlaceholderText(QStringLiteral("tunedesk"));
    program_->setToolTip(tr("Path of tunedesk on that machine; empty: looked up in its PATH"));
    folder_->setPlaceholderText(QStringLiteral("~"));
    folder_->setToolTip(
        tr("Base folder on that machine for relative preset paths and runs/; empty: the home folder"));
    auto* form = new QFormLayout;
    const auto add_row = [form](const QString& label, QLineEdit* edit) {
        edit->setAccessibleName(label);
        edit->setMinimumWidth(320);
        form->addRow(label, edit);
    };
    add_row(tr("Machine"), name_);
    add_row(tr("Remote program"), program_);
    add_row(tr("Remote folder"), folder_);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    add_ = buttons->addButton(tr("Connect"), QDialogButtonBox::AcceptRole);
    add_->setDefault(true);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(16);
    column->addWidget(what);
    column->addLayout(form);
    column->addWidget(news_);
    column->addStretch(1);
    column->addWidget(buttons);
    const auto look = [this] {
        const bool named = !name_->text().trimmed().isEmpty();
        add_->setEnabled(named);
        add_->setToolTip(named ? tr("Tests the connection and saves the machine in the settings")
                               : tr("Name a machine first"));
    };
    look();
    connect(name_, &QLineEdit::textChanged, this, look);
    connect(buttons, &QDialogButtonBox::accepted, this, &AddServerDialog::try_it);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(this, &QDialog::finished, this, [this] { trying_.cancel(); });
    setMinimumSize(520, 380); // space for ssh's messages
    resize(560, 400);
}

void AddServerDialog::try_it() {
    const run::ServerSettings settings{name_->text().trimmed().toStdString(),
                                       program_->text().trimmed().toStdString(),
                                       folder_->text().trimmed().toStdString()};
    add_->setEnabled(false);
    news_->say(MessageBar::Kind::info, tr("Connecting to %1…").arg(to_qt(settings.name)));
    trying_ = in_background(
        this,
        [settings](const CancelToken&) {
            remote::Server(settings).version();
            run::write_server(settings);
            return to_qt(settings.name);
        },
        [this](const QString& server) {
            Q_EMIT added(server);
            accept();
        },
        [this](const Error& error) {
            add_->setEnabled(true);
            news_->say(error);
        });
}

} // namespace tunedesk::ui
