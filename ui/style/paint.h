// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>

class QPainter;
class QStyleOption;
class QStyleOptionComplex;
class QStyleOptionHeader;
class QStyleOptionProgressBar;
class QStyleOptionSlider;
class QStyleOptionTab;

/// Functions that paint the elements of AppStyle.
namespace tunedesk::ui::style {

enum class Direction { up, down, left, right };

/// A field's background and border, in the accent color while it has the focus.
void paint_field(QPainter& painter, const QStyleOption& option);
void paint_chevron(QPainter& painter, const QStyleOption& option, Direction direction);
void paint_check_box(QPainter& painter, const QStyleOption& option);
void paint_radio_button(QPainter& painter, const QStyleOption& option);
void paint_focus_ring(QPainter& painter, const QStyleOption& option);
/// A button's background. `is_primary`: in the accent color; `is_flat`: only while the pointer is over it.
void paint_button(QPainter& painter, const QStyleOption& option, bool is_primary, bool is_flat);
/// The background of a list row that is selected or below the pointer.
void paint_item(QPainter& painter, const QStyleOption& option, bool is_rounded);
void paint_frame(QPainter& painter, const QStyleOption& option, double radius);
void paint_tab(QPainter& painter, const QStyleOptionTab& option);
void paint_header(QPainter& painter, const QStyleOption& option);
void paint_progress(QPainter& painter, const QStyleOptionProgressBar& option, bool is_groove);
void paint_scroll_bar(QPainter& painter, const QStyleOptionSlider& option, const QRectF& handle);
void paint_slider(QPainter& painter, const QStyleOptionSlider& option, const QRectF& groove,
                  const QRectF& handle);

} // namespace tunedesk::ui::style
