// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/document/printed_table.h"

#include "report/document/document_colors.h"
#include "ui/widgets/text.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

namespace tunedesk::ui {

namespace {

constexpr double cell_space = 14, cell_top = 3, least_column = 60;
constexpr std::size_t kept_rows = 3; ///< rows at a table's beginning and end that stay on one page

/// A table with measured column widths and row heights.
struct MeasuredTable {
    std::vector<std::vector<QString>> rows; ///< the header first
    std::vector<bool> numeric;
    std::vector<double> widths, heights;
    double width = 0;

    void draw_row(QPainter& painter, std::size_t row, double top) const {
        painter.setFont(printed_font(9, row == 0));
        painter.setPen(QColor(report::document_color("text").light));
        double left = 0;
        for (std::size_t column = 0; column < widths.size(); ++column) {
            const auto side = numeric[column] ? Qt::AlignRight : Qt::AlignLeft;
            painter.drawText(QRectF(left, top + cell_top, widths[column], heights[row]),
                             static_cast<int>(side) |
                                 wrap_flags(QFontMetricsF(painter.font(), painter.device()),
                                            rows[row][column], widths[column]),
                             rows[row][column]);
            left += widths[column] + cell_space;
        }
        if (row == 0) rule(painter, top, 1);
        if (row == 0) rule(painter, top + heights[0], 0.5);
        if (row + 1 == rows.size()) rule(painter, top + heights[row], 1);
    }

    double height_of(std::size_t begin, std::size_t end) const {
        return std::accumulate(heights.begin() + static_cast<std::ptrdiff_t>(begin),
                               heights.begin() + static_cast<std::ptrdiff_t>(end), 0.0);
    }

private:
    void rule(QPainter& painter, double y, double thickness) const {
        painter.setPen(QPen(QColor(report::document_color("text").light), thickness));
        painter.drawLine(QPointF(0, y), QPointF(width, y));
    }
};

/// Reduces the widest columns if the page is too narrow.
void fit_columns(MeasuredTable& table, double room, bool fills_width) {
    const double spaces = cell_space * static_cast<double>(table.widths.size() - 1);
    double all = std::accumulate(table.widths.begin(), table.widths.end(), 0.0);
    while (all + spaces > room) {
        const auto widest = std::ranges::max_element(table.widths);
        if (*widest <= least_column) break;
        const double less = std::max(least_column, *widest - std::max(1.0, (all + spaces - room) / 2));
        all -= *widest - less;
        *widest = less;
    }
    if (fills_width && all + spaces < room) {
        table.widths.front() += (room - spaces - all);
        all = room - spaces;
    }
    table.width = all + spaces;
}

MeasuredTable measured(const report::TablePart& part, QPaintDevice* device) {
    MeasuredTable table;
    const auto add = [&](const std::vector<std::string>& cells) {
        auto& row = table.rows.emplace_back();
        for (const std::string& cell : cells)
            row.push_back(to_qt(cell));
        row.resize(part.table.header.size());
    };
    add(part.table.header);
    for (const auto& row : part.table.rows)
        add(row);
    table.numeric = part.table.numeric;
    table.numeric.resize(part.table.header.size(), false);
    const QFontMetricsF plain(printed_font(9), device), bold(printed_font(9, true), device);
    for (std::size_t column = 0; column < part.table.header.size(); ++column) {
        double widest = 0;
        for (std::size_t row = 0; row < table.rows.size(); ++row)
            widest =
                std::max(widest, (row == 0 ? bold : plain).horizontalAdvance(table.rows[row][column]) + 1);
        table.widths.push_back(std::min(widest, 4000.0));
    }
    fit_columns(table, device->width(), part.fills_width);
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        double highest = plain.height();
        for (std::size_t column = 0; column < table.widths.size(); ++column) {
            const QFontMetricsF& metrics = row == 0 ? bold : plain;
            const QString& text = table.rows[row][column];
            const int flags = wrap_flags(metrics, text, table.widths[column]);
            highest = std::max(
                highest, metrics.boundingRect(QRectF(0, 0, table.widths[column], 1e6), flags, text).height());
        }
        table.heights.push_back(std::ceil(highest) + 2 * cell_top);
    }
    return table;
}

} // namespace

QFont printed_font(double points, bool is_bold) {
    QFont font(QStringLiteral("sans-serif"));
    font.setPointSizeF(points);
    font.setBold(is_bold);
    return font;
}

int wrap_flags(const QFontMetricsF& metrics, const QString& text, double width) {
    const QRectF at_words = metrics.boundingRect(QRectF(0, 0, width, 1e6), Qt::TextWordWrap, text);
    return at_words.width() > width + 0.5 ? Qt::TextWrapAnywhere : Qt::TextWordWrap;
}

void add_table(const report::TablePart& part, QPaintDevice* device, std::vector<PrintedItem>& items) {
    if (part.table.header.empty()) return;
    const auto table = std::make_shared<const MeasuredTable>(measured(part, device));
    const std::size_t rows = table->rows.size();
    const auto add = [&](std::size_t begin, std::size_t end) {
        PrintedItem item;
        item.height = table->height_of(begin, end);
        item.space = begin == 0 ? 8 : 0;
        item.draw = [table, begin, end](QPainter& painter, double top) {
            for (std::size_t row = begin; row < end; ++row) {
                table->draw_row(painter, row, top);
                top += table->heights[row];
            }
        };
        if (begin > 0) {
            item.head_height = table->heights[0];
            item.draw_head = [table](QPainter& painter, double top) { table->draw_row(painter, 0, top); };
        }
        items.push_back(std::move(item));
    };
    if (table->height_of(0, rows) < device->height() * 0.6 || rows < 2 * kept_rows + 2) return add(0, rows);
    add(0, kept_rows + 1);
    for (std::size_t row = kept_rows + 1; row < rows - kept_rows; ++row)
        add(row, row + 1);
    add(rows - kept_rows, rows);
}

} // namespace tunedesk::ui
