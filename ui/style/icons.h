// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QPalette>
#include <QString>
#include <vector>

class QPainter;
class QRectF;

namespace tunedesk::ui::style {

/// A line icon of resources/icons/line by its file's name: "home", "play", "failed", ... It is drawn in the
/// color of text of the application's palette at that moment, at any size and scale; muted where the widget
/// is disabled.
QIcon icon(const QString& name);
/// The same in another of the palette's colors: Highlight is the accent, PlaceholderText what is muted.
QIcon icon(const QString& name, QPalette::ColorRole role);

/// Draws it at once. The line is 1.75 px wide in a box of 24 px, and scales with it.
void paint_icon(QPainter& painter, const QString& name, const QRectF& box, const QColor& color);

/// Every name that there is.
std::vector<QString> icon_names();

} // namespace tunedesk::ui::style
