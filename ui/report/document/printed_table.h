// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/report/document/document_items.h"

#include <QFont>
#include <QFontMetricsF>

namespace tunedesk::ui {

/// The faces of a printed document.
QFont printed_font(double points, bool is_bold = false);

/// How drawText() wraps a text: at words, or anywhere where one of them is too wide.
int wrap_flags(const QFontMetricsF& metrics, const QString& text, double width);

/// Adds a table's pieces: the whole table, or where it is long its first rows, each of the others and its
/// last rows, with the header at the head of each page. Cells that are too wide are wrapped.
void add_table(const report::TablePart& part, QPaintDevice* device, std::vector<PrintedItem>& items);

} // namespace tunedesk::ui
