// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QPalette>
#include <QString>
#include <vector>

class QPainter;
class QRectF;

namespace tunedesk::ui::style {

/// A line icon of resources/icons/line by its file name: "home", "play", "failed", ... It is drawn in the
/// text color of the application's current palette, at any size and scale; muted if the widget is disabled.
QIcon icon(const QString& name);
/// The same in another color of the palette: Highlight is the accent, PlaceholderText the muted color.
QIcon icon(const QString& name, QPalette::ColorRole role);

/// Paints an icon. The line is 1.75 px wide in a box of 24 px, and scales with it.
void paint_icon(QPainter& painter, const QString& name, const QRectF& box, const QColor& color);

/// The names of all icons.
std::vector<QString> icon_names();

} // namespace tunedesk::ui::style
