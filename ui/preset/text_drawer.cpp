// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preset/text_drawer.h"

#include "base/files/file.h"
#include "ui/preset/form/preset_text_edit.h"
#include "ui/widgets/text.h"

#include <QAction>
#include <QSettings>
#include <QThreadPool>

namespace tunedesk::ui {

namespace {

QString drawer_file() {
    return to_qt(state_home() / "setup.ini");
}

/// Read once; tests change the state folder.
bool& remembered() {
    static QString read_from;
    static bool shown = false;
    if (const QString file = drawer_file(); file != read_from) {
        read_from = file;
        shown = QSettings(file, QSettings::IniFormat).value(QStringLiteral("text"), false).toBool();
    }
    return shown;
}

/// Written in the background, because it waits for the disk.
void remember(bool shown) {
    remembered() = shown;
    QThreadPool::globalInstance()->start([shown, file = drawer_file()] {
        QSettings(file, QSettings::IniFormat).setValue(QStringLiteral("text"), shown);
    });
}

} // namespace

TextDrawer::TextDrawer(PresetTextEdit* text, QWidget* page)
    : QObject(page), text_(text), action_(new QAction(tr("YAML"), page)) {
    action_->setCheckable(true);
    action_->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_E));
    action_->setToolTip(tr("Show or hide the preset's text (%1)")
                            .arg(action_->shortcut().toString(QKeySequence::NativeText)));
    page->addAction(action_);
    connect(action_, &QAction::triggered, this, &TextDrawer::toggle);
    action_->setChecked(remembered());
    if (!remembered()) text_->hide(); // the page that contains it shows it
}

void TextDrawer::show(bool shown) {
    action_->setChecked(shown);
    text_->setVisible(shown);
}

bool TextDrawer::is_shown() const {
    return !text_->isHidden();
}

void TextDrawer::toggle(bool shown) {
    show(shown);
    remember(shown);
    if (shown) text_->setFocus();
}

} // namespace tunedesk::ui
