// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QSize>
#include <QString>
#include <string>

class QFont;
class QPainter;
class QPoint;
class QRect;

namespace tunedesk::ui::style {

struct Colors;

/// The appearance of a run's state: an icon of icons.h and a color.
struct StateLook {
    QString icon;
    QColor color;
};

/// For event::RunStatus::state: "running", "queued", "done", "failed", "stopped", ...; unknown states look
/// like info.
StateLook state_look(const std::string& state, const Colors& colors);

/// The size of a state's chip: a rounded label with icon and text in the state's color on its soft
/// background.
QSize chip_size(const QFont& font, const QString& text);
/// Paints a chip at the left or right edge of `box`, vertically centered. Returns its rectangle.
QRect paint_chip(QPainter& painter, const QRect& box, Qt::Alignment side, const StateLook& look,
                 const QString& text, const Colors& colors);

} // namespace tunedesk::ui::style
