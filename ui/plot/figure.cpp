// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/figure.h"

#include "base/files/file.h"
#include "ui/plot/qcp.h"
#include "ui/style/tokens.h"
#include "ui/widgets/background.h"
#include "ui/widgets/error_text.h"
#include "ui/widgets/text.h"

#include <QBuffer>
#include <QFileDialog>
#include <QImage>
#include <QMenu>
#include <QMessageBox>
#include <QPalette>
#include <QPdfWriter>
#include <QSvgGenerator>

namespace tunedesk::ui {

namespace {

constexpr int logical_dpi = 96;

using style::contrast;
using style::mixed;

} // namespace

FigureColours FigureColours::of(const QPalette& palette) {
    const QColor base = palette.color(QPalette::Base), text = palette.color(QPalette::Text);
    return {base, text, mixed(base, text, 0.14), mixed(base, text, 0.45)};
}

FigureColours FigureColours::paper() {
    const QColor white(Qt::white), black(20, 20, 20);
    return {white, black, mixed(white, black, 0.14), mixed(white, black, 0.45)};
}

bool FigureColours::is_dark() const {
    return contrast(background, Qt::black) < contrast(text, Qt::black);
}

QColor FigureColours::tinted(const QColor& colour, double share) const {
    return mixed(background, colour, share);
}

QColor FigureColours::legible(const QColor& colour) const {
    const QColor towards = is_dark() ? Qt::white : Qt::black, first = style::series_for(colour, is_dark());
    QColor result = first;
    for (double share = 0; share <= 1 && contrast(result, background) < 3; share += 0.1)
        result = mixed(first, towards, share);
    return result;
}

QColor FigureColours::text_on(const QColor& fill) {
    return contrast(fill, Qt::black) > contrast(fill, Qt::white) ? Qt::black : Qt::white;
}

void paint_axes(QCustomPlot& chart, const FigureColours& colours, const QFont& font) {
    chart.setBackground(colours.background);
    for (QCPAxis* axis : {chart.xAxis, chart.yAxis}) {
        for (auto set : {&QCPAxis::setBasePen, &QCPAxis::setTickPen, &QCPAxis::setSubTickPen})
            (axis->*set)(QPen(colours.frame));
        axis->setTickLabelColor(colours.text);
        axis->setLabelColor(colours.text);
        axis->setTickLabelFont(font);
        axis->setLabelFont(font);
        axis->grid()->setPen(QPen(colours.grid, 0));
        axis->grid()->setZeroLinePen(QPen(colours.grid, 0));
    }
}

QByteArray render_figure(const QString& suffix, QSize size, const QString& title,
                         const std::function<void(QPaintDevice*)>& draw) {
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    if (suffix == u"svg") {
        QSvgGenerator svg;
        svg.setOutputDevice(&buffer);
        svg.setSize(size);
        svg.setViewBox(QRect(QPoint(0, 0), size));
        svg.setResolution(logical_dpi);
        svg.setTitle(title);
        draw(&svg);
    } else if (suffix == u"pdf") {
        QPdfWriter pdf(&buffer);
        pdf.setResolution(logical_dpi);
        pdf.setTitle(title);
        pdf.setPageMargins(QMarginsF());
        pdf.setPageSize(
            QPageSize(QSizeF(size) * 72 / logical_dpi, QPageSize::Point, {}, QPageSize::ExactMatch));
        draw(&pdf);
    } else {
        QImage image(size * 2, QImage::Format_RGB32);
        image.setDevicePixelRatio(2);
        image.fill(Qt::white);
        draw(&image);
        image.save(&buffer, "PNG");
    }
    return buffer.data();
}

void add_export_actions(QMenu* menu, QWidget* parent, const FigureExport& figure) {
    QStringList suffixes{"png", "svg", "pdf"};
    if (figure.has_table) suffixes << "csv";
    for (const QString& suffix : suffixes) {
        QAction* action = menu->addAction(QObject::tr("Save as %1…").arg(suffix.toUpper()));
        QObject::connect(action, &QAction::triggered, parent, [=] {
            QString file =
                QFileDialog::getSaveFileName(parent, QObject::tr("Save the figure"),
                                             figure.name + u'.' + suffix, QStringLiteral("*.") + suffix);
            if (file.isEmpty()) return;
            if (!file.endsWith(u'.' + suffix)) file += u'.' + suffix;
            in_background(
                parent,
                [path = to_path(file), contents = figure.contents(suffix)](const CancelToken&) {
                    const QByteArray bytes = contents();
                    write_file_atomically(path, {bytes.constData(), static_cast<std::size_t>(bytes.size())});
                    return true;
                },
                [](bool) {},
                [parent](const Error& error) {
                    QMessageBox::warning(parent, QObject::tr("The figure could not be saved"),
                                         shown_error(error));
                });
        });
    }
}

} // namespace tunedesk::ui
