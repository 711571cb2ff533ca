// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "report/document/report_document.h"
#include "ui/report/report_data.h"

#include <QByteArray>

namespace tunedesk::ui {

/// The run's report in the window's language, with the curves of its metrics.csv. `state`: how the run ended
/// (state_text()). Any thread.
report::Document document_of(const ReportData& data, const QString& state);

/// Renders a document as a PDF: A4 with page numbers, tables and plots on one page if possible, all as vector
/// graphics. Any thread.
QByteArray report_pdf(const report::Document& document);

} // namespace tunedesk::ui
