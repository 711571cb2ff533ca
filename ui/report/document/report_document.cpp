// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/document/report_document.h"

#include "report/document/document_colors.h"
#include "ui/report/document/document_items.h"
#include "ui/report/document/printed_table.h"
#include "ui/widgets/text.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QPdfWriter>

namespace tunedesk::ui {

namespace {

/// Translation context of this file's free functions.
class PageTexts {
    Q_DECLARE_TR_FUNCTIONS(ReportDocument)
};

void draw_footer(QPainter& painter, const report::Document& document, const QRectF& at, std::size_t page,
                 std::size_t pages) {
    painter.setFont(printed_font(8));
    painter.setPen(QColor(report::document_color("muted").light));
    const QString number = PageTexts::tr("Page %1 of %2").arg(page).arg(pages);
    const QFontMetricsF metrics(painter.font(), painter.device());
    const double room = at.width() - metrics.horizontalAdvance(number) - 20;
    const QString name = to_qt(document.title + " · " + document.made_with);
    painter.drawText(at, Qt::AlignLeft | Qt::AlignBottom, metrics.elidedText(name, Qt::ElideRight, room));
    painter.drawText(at, Qt::AlignRight | Qt::AlignBottom, number);
}

} // namespace

report::Document document_of(const ReportData& data, const QString& state) {
    const report::Metrics metrics = report::metrics_of(data.run.compared.summary.folder);
    return report::report_document({data.run.compared, data, metrics, state.toStdString(),
                                    data.baseline ? &data.baseline->compared : nullptr},
                                   [](const char* context, const char* english) {
                                       return QCoreApplication::translate(context, english).toStdString();
                                   });
}

QByteArray report_pdf(const report::Document& document) {
    constexpr double footer = 28;
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter pdf(&buffer);
    pdf.setPageSize(QPageSize(QPageSize::A4));
    pdf.setPageMargins({20, 18, 20, 14}, QPageLayout::Millimeter);
    pdf.setTitle(to_qt(document.title));
    pdf.setCreator(QStringLiteral("TuneDesk"));
    pdf.setResolution(96); // the layout's unit; text and plots are vectors
    const std::vector<PrintedItem> items = printed_items(document, &pdf);
    const std::vector<PrintedPage> pages = paginated(items, pdf.height() - footer);
    QPainter painter(&pdf);
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t page = 0; page < pages.size(); ++page) {
        if (page > 0) pdf.newPage();
        for (const auto& [item, top, has_head] : pages[page].places) {
            if (has_head) item->draw_head(painter, top - item->head_height);
            item->draw(painter, top);
        }
        draw_footer(painter, document, QRectF(0, pdf.height() - footer, pdf.width(), footer), page + 1,
                    pages.size());
    }
    painter.end();
    buffer.close();
    return buffer.data();
}

} // namespace tunedesk::ui
