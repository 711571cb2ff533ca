// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/document/document_items.h"

#include "report/document/document_colors.h"
#include "report/document/svg_plots.h"
#include "ui/report/document/printed_table.h"
#include "ui/widgets/text.h"

#include <QGuiApplication>
#include <QSvgRenderer>
#include <algorithm>
#include <cmath>
#include <memory>

namespace tunedesk::ui {

namespace {

constexpr double block_gap = 12, plot_gap = 14;

QColor paper_color(const char* name) {
    return {report::document_color(name).light};
}

/// Creates the layout items of each kind of block.
class ItemMaker {
public:
    explicit ItemMaker(QPaintDevice* device) : device_(device), width_(device->width()) {}

    void add_title(const report::Document& document) {
        text(to_qt(document.title), printed_font(18, true), "text", 0);
        if (!document.subtitle.empty()) text(to_qt(document.subtitle), printed_font(9), "muted", 2);
    }

    void operator()(const report::Headline& part) {
        const Lines large = lines(to_qt(part.text), printed_font(16, true), width_ - 2 * block_gap),
                    small = lines(to_qt(part.detail), printed_font(9), width_ - 2 * block_gap);
        PrintedItem item;
        item.space = block_gap;
        item.height = large.height + small.height + 2 * block_gap;
        item.draw = [large, small, width = width_, height = item.height](QPainter& painter, double top) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(paper_color("sunken"));
            painter.drawRoundedRect(QRectF(0, top, width, height), 6, 6);
            large.draw(painter, block_gap, top + block_gap, "text");
            small.draw(painter, block_gap, top + block_gap + large.height, "muted");
        };
        items_.push_back(std::move(item));
    }
    void operator()(const report::Heading& part) {
        text(to_qt(part.text), printed_font(12, true), "text", 18);
        items_.back().keeps_with_next = true;
    }
    void operator()(const report::Paragraph& part) {
        const bool after_heading = !items_.empty() && items_.back().keeps_with_next;
        text(to_qt(part.text), printed_font(part.is_note ? 9 : 10), part.is_note ? "muted" : "text",
             part.is_note ? 4 : 8);
        items_.back().keeps_with_next = after_heading; // it introduces the following item
    }
    void operator()(const report::TablePart& part) { add_table(part, device_, items_); }
    void operator()(const report::PlotRow& part) {
        std::vector<Image> line;
        double used = 0;
        for (const report::Plot& plot : part.plots) {
            const QSizeF size = paper_size(plot);
            if (!line.empty() && used + plot_gap + size.width() > width_ + 0.5) {
                add_line(std::move(line));
                line.clear();
                used = 0;
            }
            used += (line.empty() ? 0 : plot_gap) + size.width();
            line.push_back({size, renderer_of(plot)});
        }
        if (!line.empty()) add_line(std::move(line));
    }

    std::vector<PrintedItem> take() { return std::move(items_); }

private:
    struct Lines {
        QString text;
        QFont font;
        double width = 0, height = 0;
        int flags = 0;

        void draw(QPainter& painter, double left, double top, const char* color) const {
            painter.setFont(font);
            painter.setPen(paper_color(color));
            painter.drawText(QRectF(left, top, width, height), flags, text);
        }
    };
    struct Image {
        QSizeF size;
        std::shared_ptr<QSvgRenderer> svg;
    };

    Lines lines(const QString& text, const QFont& font, double width) const {
        const QFontMetricsF metrics(font, device_);
        const int flags = wrap_flags(metrics, text, width);
        const QRectF bounds = metrics.boundingRect(QRectF(0, 0, width, 1e6), flags, text);
        return {text, font, width, std::ceil(bounds.height()), flags};
    }

    void text(const QString& text, const QFont& font, const char* color, double space) {
        const Lines made = lines(text, font, width_);
        PrintedItem item;
        item.height = made.height;
        item.space = space;
        item.draw = [made, color](QPainter& painter, double top) { made.draw(painter, 0, top, color); };
        items_.push_back(std::move(item));
    }

    /// Two line plots fill the width; the size of a matrix depends on its classes.
    QSizeF paper_size(const report::Plot& plot) const {
        const auto [width, height] = report::size_of(plot);
        double scale = (width_ - plot_gap) / 2 / width;
        if (std::holds_alternative<report::MatrixPlot>(plot)) scale = std::min(0.8, width_ / width);
        const double highest = device_->height() * 0.85;
        if (height * scale > highest) scale = highest / height;
        return {width * scale, height * scale};
    }

    static std::shared_ptr<QSvgRenderer> renderer_of(const report::Plot& plot) {
        return std::make_shared<QSvgRenderer>(
            QByteArray::fromStdString(report::to_svg(plot, report::SvgColors::paper)));
    }

    void add_line(std::vector<Image> line) {
        PrintedItem item;
        item.space = block_gap;
        for (const Image& image : line)
            item.height = std::max(item.height, image.size.height());
        item.draw = [line = std::move(line)](QPainter& painter, double top) {
            double left = 0;
            for (const Image& image : line) {
                painter.setFont(printed_font(9));
                image.svg->render(&painter, QRectF(QPointF(left, top), image.size));
                left += image.size.width() + plot_gap;
            }
        };
        items_.push_back(std::move(item));
    }

    QPaintDevice* device_;
    double width_;
    std::vector<PrintedItem> items_;
};

} // namespace

std::vector<PrintedItem> printed_items(const report::Document& document, QPaintDevice* device) {
    ItemMaker maker(device);
    maker.add_title(document);
    for (const report::Block& block : document.blocks)
        std::visit(maker, block);
    return maker.take();
}

std::vector<PrintedPage> paginated(const std::vector<PrintedItem>& items, double height) {
    std::vector<PrintedPage> pages(1);
    double top = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
        double needed = items[i].space + items[i].height;
        for (std::size_t next = i; items[next].keeps_with_next && next + 1 < items.size(); ++next)
            needed += items[next + 1].space + items[next + 1].height;
        bool has_head = false;
        if (top + needed > height && !pages.back().places.empty()) {
            pages.emplace_back();
            top = 0;
            has_head = items[i].head_height > 0;
        }
        if (top > 0) top += items[i].space;
        if (has_head) top += items[i].head_height;
        pages.back().places.push_back({&items[i], top, has_head});
        top += items[i].height;
    }
    return pages;
}

} // namespace tunedesk::ui
