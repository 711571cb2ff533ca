// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>

class QWidget;

namespace tunedesk::ui::style {

/// small: what explains; body: all else; title: the name of a page or card; display: a headline figure.
enum class TextSize { small, body, title, display };

/// Adds the faces that the program brings (resources/fonts: tabular digits) to the application. Once or more,
/// on the window's thread.
void load_fonts();

/// The application's face in one of its sizes; letters that it lacks, Chinese ones for instance, come from
/// the system's faces. Titles and figures are semibold.
QFont font(TextSize size);

/// A face of one width for each letter, in the size of the body.
QFont code_font();

/// Gives a widget one of the sizes; `is_muted`: in the palette's color for what explains.
void set_text_size(QWidget* widget, TextSize size, bool is_muted = false);

} // namespace tunedesk::ui::style
