// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/navigation/settings_dialog.h"

#include "ui/style/tokens.h"
#include "ui/window/shell/language.h"
#include "ui/window/shell/window_settings.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace tunedesk::ui {

namespace {

using Choices = std::vector<std::pair<QString, QString>>;

QComboBox* box_of(const Choices& choices, const QString& chosen) {
    auto* box = new QComboBox;
    for (const auto& [text, value] : choices)
        box->addItem(text, value);
    box->setCurrentIndex(std::max(0, box->findData(chosen)));
    box->setMinimumWidth(220);
    return box;
}

} // namespace

SettingsDialog::SettingsDialog(WindowSettings* settings, QWidget* parent) : QDialog(parent) {
    setWindowTitle(tr("Settings"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* theme = box_of({{tr("As the desktop"), QStringLiteral("system")},
                          {tr("Light"), QStringLiteral("light")},
                          {tr("Dark"), QStringLiteral("dark")}},
                         settings->theme());
    Choices all{{tr("As the desktop"), QString()}};
    for (const Language& each : languages())
        all.emplace_back(each.title, each.name);
    auto* language = box_of(all, settings->language());
    language->setObjectName(QStringLiteral("language"));
    auto* notifies = new QCheckBox(tr("Notify on the desktop when a run ends"));
    notifies->setChecked(settings->notifies());
    auto* form = new QFormLayout;
    form->setHorizontalSpacing(style::l);
    form->setVerticalSpacing(style::m);
    form->addRow(tr("&Theme"), theme);
    form->addRow(tr("&Language"), language);
    form->addRow(QString(), notifies);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(style::xl, style::xl, style::xl, style::l);
    column->setSpacing(style::xl);
    column->addLayout(form);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(theme, &QComboBox::activated, this,
            [settings, theme] { settings->choose_theme(theme->currentData().toString()); });
    connect(language, &QComboBox::activated, this,
            [settings, language] { settings->choose_language(language->currentData().toString()); });
    connect(notifies, &QCheckBox::toggled, this, [settings](bool on) { settings->choose_notifies(on); });
}

} // namespace tunedesk::ui
