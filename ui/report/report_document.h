#pragma once

#include "ui/report/report_data.h"

#include <QByteArray>

namespace tunedesk::ui {

/// The report as one PDF, to publish: title, how the run went, figures, scores, confusion matrix, curves, the
/// preset. A4, everything but the text's own glyphs drawn as vectors. Makes widgets for the figures: call it
/// on the window's thread.
QByteArray report_pdf(const ReportData& data);

} // namespace tunedesk::ui
