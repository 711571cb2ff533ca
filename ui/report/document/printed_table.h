// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/report/document/document_items.h"

#include <QFont>
#include <QFontMetricsF>

namespace tunedesk::ui {

/// The font of a printed document.
QFont printed_font(double points, bool is_bold = false);

/// Flags of drawText() that wrap a text at words, or anywhere if a word is too wide.
int wrap_flags(const QFontMetricsF& metrics, const QString& text, double width);

/// Adds a table's items: the whole table, or, if it is long, its first rows, each middle row and its last
/// rows, with the header at the top of each page. Cells that are too wide are wrapped.
void add_table(const report::TablePart& part, QPaintDevice* device, std::vector<PrintedItem>& items);

} // namespace tunedesk::ui
