// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

/// Texts from files (names, labels, paths, errors) are shown literally: markup in them is never interpreted,
/// and nothing that it refers to is loaded.
namespace tunedesk::ui {

/// Sets plain text as the format of every label of the application, and so of every tool tip, message box and
/// input dialog, whose texts are labels. A label with a format other than Qt::AutoText keeps it. Call before
/// the first widget is shown, on the window's thread; may be called repeatedly.
void show_texts_as_plain();

/// Escapes `text` for a menu, a button or a tab, so that "&" is shown literally.
QString menu_text(const QString& text);

/// Escapes `text` for a window's title, so that "[*]" is shown literally.
QString title_text(const QString& text);

} // namespace tunedesk::ui
