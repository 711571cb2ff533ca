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

/// How a run's state looks: an icon of icons.h and a color.
struct StateLook {
    QString icon;
    QColor color;
};

/// Of event::RunStatus::state: "running", "queued", "done", "failed", "stopped", ...; what is not known looks
/// as info.
StateLook state_look(const std::string& state, const Colors& colors);

/// A state as a rounded label: icon and text in the state's color on its soft ground.
QSize chip_size(const QFont& font, const QString& text);
/// Its right edge, or its left one, is that of `box`; it is centred up and down. Returns where it is.
QRect paint_chip(QPainter& painter, const QRect& box, Qt::Alignment side, const StateLook& look,
                 const QString& text, const Colors& colors);

} // namespace tunedesk::ui::style
