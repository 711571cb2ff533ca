// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

/// Texts that come from files (names, labels, paths, errors) are shown as they are written: markup in them is
/// never interpreted, and nothing that it names is loaded.
namespace tunedesk::ui {

/// Makes plain text the format of every label of the application, and so of every tool tip, message box and
/// input dialog, whose texts are labels. A label whose format is set to other than Qt::AutoText keeps it.
/// Once or more, before the first widget is shown, on the window's thread.
void show_texts_as_plain();

/// `text` for a menu, a button or a tab: an "&" is painted, not taken for the mnemonic's mark.
QString menu_text(const QString& text);

/// `text` for a window's title: "[*]" is painted, not taken for the place of the mark of changes.
QString title_text(const QString& text);

} // namespace tunedesk::ui
