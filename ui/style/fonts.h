// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>

class QWidget;

namespace tunedesk::ui::style {

/// small: explanations; body: all other text; title: the name of a page or card; display: a headline figure.
enum class TextSize { small, body, title, display };

/// Registers the program's fonts (resources/fonts: tabular digits) with the application. May be called
/// repeatedly; window's thread.
void load_fonts();

/// The application's font in one of its sizes; missing characters, such as Chinese ones, come from the
/// system's fonts. Titles and figures are semibold.
QFont font(TextSize size);

/// A monospaced font in the size of the body.
QFont code_font();

/// Sets a widget's font size; `is_muted`: also the palette's color for explanations.
void set_text_size(QWidget* widget, TextSize size, bool is_muted = false);

} // namespace tunedesk::ui::style
