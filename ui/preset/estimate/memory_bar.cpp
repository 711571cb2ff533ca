// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preset/estimate/memory_bar.h"

#include "base/text.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text.h"

#include <QPainter>
#include <algorithm>

namespace tunedesk::ui {

namespace {

constexpr int bar_height = 12, gap = 4, separation = 12;

} // namespace

MemoryBar::MemoryBar(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Memory by part"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QVector<MemoryBar::Part> MemoryBar::parts_of(const plan::MemoryParts& memory, std::uint64_t ranks) {
    const auto part = [&](const QString& name, std::uint64_t size) {
        return Part{name, static_cast<double>(size * ranks)};
    };
    return {part(tr("weights"), memory.weights_bytes), part(tr("gradients"), memory.gradient_bytes),
            part(tr("optimizer"), memory.optimizer_bytes), part(tr("activations"), memory.activation_bytes),
            part(tr("runtime"), memory.runtime_bytes)};
}

void MemoryBar::show_parts(const QVector<Part>& parts, double available, double length) {
    parts_ = parts;
    available_ = available;
    length_ = length;
    QString text;
    for (const Part& part : parts)
        text += QStringLiteral("%1: %2\n")
                    .arg(part.name, to_qt(human_bytes(static_cast<std::uint64_t>(part.bytes))));
    setToolTip(text.trimmed());
    setAccessibleDescription(text.trimmed());
    update();
}

QSize MemoryBar::sizeHint() const {
    return {320, bar_height + gap + fontMetrics().height()};
}

QSize MemoryBar::minimumSizeHint() const {
    return {160, sizeHint().height()};
}

/// Shades of the highlight color: distinguishable with every kind of color vision, on dark and light
/// backgrounds.
QColor MemoryBar::colour(int part) const {
    const QColor base = palette().color(QPalette::Highlight);
    const double share =
        parts_.size() < 2 ? 0 : static_cast<double>(part) / static_cast<double>(parts_.size() - 1);
    const bool dark = palette().color(QPalette::Window).lightness() < 128;
    return QColor::fromHslF(base.hslHueF() < 0 ? 0.58F : base.hslHueF(),
                            std::max(0.35F, base.hslSaturationF()),
                            static_cast<float>(dark ? 0.42 + 0.43 * share : 0.30 + 0.45 * share));
}

QStringList MemoryBar::legend(bool with_figures) const {
    QStringList texts;
    for (const Part& part : parts_) {
        texts << part.name;
        if (with_figures) texts.back() += u' ' + to_qt(human_bytes(static_cast<std::uint64_t>(part.bytes)));
    }
    return texts;
}

void MemoryBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    double total = 0;
    for (const Part& part : parts_)
        total += part.bytes;
    const double whole = length_ > 0 ? length_ : std::max(total, available_);
    if (whole <= 0) return;
    painter.fillRect(0, 0, width(), bar_height, palette().alternateBase());
    const auto place = [&](double bytes) { return static_cast<int>(bytes / whole * width()); };
    double before = 0;
    int text_at = 0;
    const int base = bar_height + gap, square = fontMetrics().height() / 2;
    const auto needs = [&](const QString& text) {
        return square + 4 + fontMetrics().horizontalAdvance(text);
    };
    QStringList texts = legend(true);
    int all = -separation;
    for (const QString& text : texts)
        all += needs(text) + separation;
    if (all > width()) texts = legend(false); // the tool tip has the figures
    for (int i = 0; i < parts_.size(); ++i) {
        const int begin = place(before), end = place(before + parts_[i].bytes);
        painter.fillRect(begin, 0, end - begin, bar_height, colour(i));
        before += parts_[i].bytes;
        const int needed = needs(texts[i]);
        if (text_at + needed > width()) continue; // the tool tip has all
        painter.fillRect(text_at, base + square / 2, square, square, colour(i));
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(text_at + square + 4, base, needed, fontMetrics().height(),
                         Qt::AlignLeft | Qt::AlignVCenter, texts[i]);
        text_at += needed + separation;
    }
    painter.setPen(palette().color(QPalette::Mid));
    painter.drawRect(0, 0, width() - 1, bar_height - 1);
    if (available_ > 0 && available_ < total) {
        painter.setPen(QPen(MessageBar::colour(MessageBar::Kind::error), 2));
        painter.drawLine(place(available_), 0, place(available_), bar_height);
    }
}

} // namespace tunedesk::ui
