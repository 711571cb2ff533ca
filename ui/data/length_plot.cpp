// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/length_plot.h"

#include "base/text.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace tunedesk::ui {

namespace {

constexpr int margin = 8, most_sentence_lines = 3;

/// The end of the axis: a few very long rows must not compress all others into the first pixels.
double axis_end(const LengthPlot::Lengths& lengths, int max_length) {
    std::uint64_t rows = 0, seen = 0;
    for (const auto& [length, count] : lengths)
        rows += count;
    std::uint32_t most = 0;
    for (const auto& [length, count] : lengths) {
        most = length;
        seen += count;
        if (static_cast<double>(seen) >= 0.995 * static_cast<double>(rows)) break;
    }
    // The longest row and the limit are included if they are not much larger.
    if (!lengths.empty() && lengths.rbegin()->first <= 2 * most) most = lengths.rbegin()->first;
    if (max_length <= 2 * static_cast<int>(most))
        most = std::max(most, static_cast<std::uint32_t>(max_length));
    return std::max(1.0, 1.05 * most);
}

int wrapped_height(const QFontMetrics& metrics, int width, const QString& text) {
    const int most = most_sentence_lines * metrics.height();
    const QRect needed = metrics.boundingRect(QRect(0, 0, width, most), Qt::TextWordWrap, text);
    return std::clamp(needed.height(), metrics.height(), most);
}

} // namespace

LengthPlot::LengthPlot(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Rows by their length in tokens"));
}

LengthPlot::Cut LengthPlot::cut_of(const Lengths& lengths, int max_length) {
    Cut cut;
    for (const auto& [length, rows] : lengths) {
        cut.rows += rows;
        cut.tokens += rows * length;
        cut.longest = std::max(cut.longest, length);
        if (static_cast<int>(length) <= max_length) continue;
        cut.cut_rows += rows;
        cut.cut_tokens += rows * (length - static_cast<std::uint32_t>(max_length));
    }
    return cut;
}

void LengthPlot::show_lengths(const Lengths& lengths, int max_length) {
    lengths_ = lengths;
    max_length_ = max_length;
    const Cut cut = cut_of(lengths, max_length);
    const auto share = [](std::uint64_t part, std::uint64_t whole) {
        return QString::number(whole ? 100.0 * static_cast<double>(part) / static_cast<double>(whole) : 0,
                               'f', 1);
    };
    sentence_ =
        cut.rows == 0 ? tr("The rows have not been tokenized yet.")
        : cut.cut_rows == 0
            ? tr("max_length %1 truncates no row; the longest has %2 tokens.")
                  .arg(max_length)
                  .arg(cut.longest)
            : tr("max_length %1 truncates %2 rows (%3%) and loses %4% of all tokens; the longest has %5.")
                  .arg(max_length)
                  .arg(to_qt(grouped(cut.cut_rows)), share(cut.cut_rows, cut.rows),
                       share(cut.cut_tokens, cut.tokens))
                  .arg(cut.longest);
    setAccessibleDescription(sentence_);
    setToolTip(sentence_);
    update();
}

/// Round lengths below the axis, and their unit at its end.
void LengthPlot::draw_ticks(QPainter& painter, const QRect& area, double end) const {
    const QFontMetrics metrics = fontMetrics();
    const QString unit = tr("tokens");
    const double last = area.right() - metrics.horizontalAdvance(unit) - 8;
    double step = std::pow(10, std::floor(std::log10(end)));
    while (end / step < 4)
        step /= 2;
    step = std::max(1.0, std::round(step));
    for (double length = 0; length <= end; length += step) {
        const QString text = QString::number(std::lround(length));
        const double half = metrics.horizontalAdvance(text) / 2.0;
        const double x = std::max(area.left() + half, area.left() + length / end * area.width());
        if (x + half > last) break;
        painter.drawText(QRectF(x - 40, area.bottom() + 2, 80, metrics.height()), Qt::AlignHCenter, text);
    }
    painter.drawText(QRectF(last, area.bottom() + 2, area.right() - last, metrics.height()), Qt::AlignRight,
                     unit);
}

void LengthPlot::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const QFontMetrics metrics = fontMetrics();
    const int lines = wrapped_height(metrics, width() - 2 * margin, sentence_);
    const QRect area = rect().adjusted(margin, margin, -margin, -metrics.height() - lines - margin);
    const QRect below(margin, area.bottom() + metrics.height() + 2, width() - 2 * margin, lines + 2);
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(below, Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, sentence_);
    if (lengths_.empty() || area.width() < 20 || area.height() < 20) return;

    const double end = axis_end(lengths_, max_length_);
    const int bars = std::clamp(area.width() / 6, 10, static_cast<int>(std::ceil(end)));
    std::vector<std::uint64_t> counts(static_cast<std::size_t>(bars) + 1);
    for (const auto& [length, rows] : lengths_)
        counts[static_cast<std::size_t>(std::min<double>(bars, length / end * bars))] += rows;
    const std::uint64_t beyond = counts.back();
    counts.pop_back();
    const double most =
        static_cast<double>(std::max<std::uint64_t>(1, *std::max_element(counts.begin(), counts.end())));
    const auto x_of = [&](double length) { return area.left() + length / end * area.width(); };
    for (int i = 0; i < bars; ++i) {
        const double height = static_cast<double>(counts[static_cast<std::size_t>(i)]) / most * area.height();
        if (height <= 0) continue;
        const double left = x_of(end * i / bars), right = x_of(end * (i + 1) / bars);
        const bool is_cut = end * (i + 0.5) / bars > max_length_;
        QColor colour = palette().color(QPalette::Highlight);
        if (is_cut) colour = MessageBar::colour(MessageBar::Kind::warning);
        const double drawn = std::max(1.0, height);
        painter.fillRect(QRectF(left, area.bottom() - drawn, std::max(1.0, right - left - 1), drawn), colour);
    }
    painter.setPen(palette().color(QPalette::Mid));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    painter.setPen(palette().color(QPalette::PlaceholderText));
    draw_ticks(painter, area, end);
    if (beyond > 0)
        painter.drawText(area.adjusted(0, metrics.height(), 0, 0), Qt::AlignRight | Qt::AlignTop,
                         tr("%n longer row(s) not shown", nullptr, static_cast<int>(beyond)));
    if (max_length_ > end) return;
    const double cut = x_of(max_length_);
    painter.setPen(QPen(MessageBar::colour(MessageBar::Kind::warning), 2));
    painter.drawLine(QPointF(cut, area.top()), QPointF(cut, area.bottom()));
    painter.setPen(palette().color(QPalette::WindowText));
    const QString label = tr("max_length %1").arg(max_length_);
    const double room = metrics.horizontalAdvance(label) + 6;
    painter.drawText(QPointF(cut + room > area.right() ? cut - room : cut + 6, area.top() + metrics.ascent()),
                     label);
}

} // namespace tunedesk::ui
