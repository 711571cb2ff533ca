// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/csv/split_slider.h"

#include "base/text.h"
#include "ui/data/finding_text.h"
#include "ui/style/tokens.h"
#include "ui/widgets/text.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

namespace tunedesk::ui {

namespace {

constexpr int bar_height = 14, grip = 8, least_training = 10, least_validation = 1;
constexpr int text_lines = 2; ///< below the bar, for three splits with their rows

} // namespace

SplitSlider::SplitSlider(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Splits"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    describe();
}

void SplitSlider::set_shares(double validation, double test) {
    cuts_validation_ = validation >= 0;
    cuts_test_ = test >= 0;
    validation_ = cuts_validation_ ? static_cast<int>(std::lround(100 * validation)) : 0;
    test_ = cuts_test_ ? static_cast<int>(std::lround(100 * test)) : 0;
    if (!cuts_validation_) border_ = Border::of_test;
    if (!cuts_test_) border_ = Border::of_validation;
    describe();
}

void SplitSlider::set_rows(std::uint64_t rows) {
    rows_ = rows;
    describe();
}

int SplitSlider::training() const {
    return 100 - validation_ - test_;
}

std::vector<SplitSlider::Part> SplitSlider::parts() const {
    const style::Colors& colors = style::colors_of(palette());
    std::vector<Part> parts{{role_name(QStringLiteral("train")), training(), colors.accent}};
    if (cuts_validation_)
        parts.push_back({role_name(QStringLiteral("validation")), validation_, colors.series[1]});
    if (cuts_test_) parts.push_back({role_name(QStringLiteral("test")), test_, colors.series[2]});
    return parts;
}

QString SplitSlider::text() const {
    QStringList texts;
    for (const Part& part : parts()) {
        const auto rows =
            static_cast<std::uint64_t>(std::llround(static_cast<double>(rows_) * part.percent / 100));
        texts << (rows_ > 0 ? tr("%1 %2% (%3 rows)")
                                  .arg(part.name, QString::number(part.percent), to_qt(grouped(rows)))
                            : tr("%1 %2%").arg(part.name, QString::number(part.percent)));
    }
    return texts.join(QStringLiteral(" · "));
}

void SplitSlider::describe() {
    setAccessibleDescription(text());
    setToolTip(text() + u'\n' +
               tr("Drag a border, or move it by Left and Right; Up and Down choose the other one."));
    update();
}

QSize SplitSlider::sizeHint() const {
    return {420, bar_height + grip + style::xs + text_lines * fontMetrics().height() + style::xs};
}

QSize SplitSlider::minimumSizeHint() const {
    return {260, sizeHint().height()};
}

QRect SplitSlider::bar() const {
    return {grip, grip / 2, width() - 2 * grip, bar_height};
}

/// The borders from left to right.
std::vector<SplitSlider::Border> SplitSlider::borders() const {
    std::vector<Border> borders;
    if (cuts_validation_) borders.push_back(Border::of_validation);
    if (cuts_test_) borders.push_back(Border::of_test);
    return borders;
}

/// Percentage of the table left of the border.
int SplitSlider::percent_of(Border border) const {
    return border == Border::of_validation ? training() : 100 - test_;
}

int SplitSlider::x_of(Border border) const {
    return bar().left() + bar().width() * percent_of(border) / 100;
}

/// The border before the validation rows exchanges rows with the training rows; the one before the test rows
/// only moves itself, so that validation, if any, changes.
void SplitSlider::move_to(Border border, int percent) {
    if (border == Border::of_validation) {
        const int right = 100 - test_;
        validation_ = right - std::clamp(percent, least_training, right - least_validation);
    } else if (cuts_validation_) {
        const int left = training();
        const int at = std::clamp(percent, left + least_validation, 100);
        test_ = 100 - at;
        validation_ = at - left;
    } else {
        test_ = 100 - std::clamp(percent, least_training, 100);
    }
    describe();
}

void SplitSlider::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const style::Colors& colors = style::colors_of(palette());
    const QRect box = bar();
    QPainterPath outline;
    outline.addRoundedRect(box, style::field_radius, style::field_radius);
    painter.save();
    painter.setClipPath(outline);
    int left = box.left(), percent = 0;
    for (const Part& part : parts()) {
        percent += part.percent;
        const int right = box.left() + box.width() * percent / 100;
        painter.fillRect(QRect(left, box.top(), right - left, box.height()), part.color);
        left = right;
    }
    painter.restore();
    for (const Border border : borders()) {
        const bool has_keys = hasFocus() && border == border_;
        const QRectF handle(x_of(border) - grip / 2.0, 0.5, grip, bar_height + grip - 1);
        painter.setBrush(colors.surface);
        painter.setPen(QPen(has_keys ? colors.accent : colors.control, has_keys ? 2 : 1));
        painter.drawRoundedRect(handle, 3, 3);
    }
    painter.setPen(colors.muted);
    const int top = bar_height + grip + style::xs;
    painter.drawText(QRect(grip, top, width() - 2 * grip, height() - top),
                     Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap, text());
}

void SplitSlider::keyPressEvent(QKeyEvent* event) {
    const std::vector<Border> all = borders();
    const bool moves = event->key() == Qt::Key_Left || event->key() == Qt::Key_Right;
    const bool chooses = event->key() == Qt::Key_Up || event->key() == Qt::Key_Down;
    if (all.empty() || (!moves && !chooses)) return QWidget::keyPressEvent(event);
    if (chooses) {
        border_ = event->key() == Qt::Key_Up ? all.front() : all.back();
        return update();
    }
    move_to(border_, percent_of(border_) + (event->key() == Qt::Key_Left ? -1 : 1));
    Q_EMIT shares_changed(validation(), test());
}

/// The border nearest to the pointer follows it.
void SplitSlider::mousePressEvent(QMouseEvent* event) {
    const std::vector<Border> all = borders();
    if (event->button() != Qt::LeftButton || all.empty()) return;
    const int x = event->position().toPoint().x();
    border_ = *std::ranges::min_element(all, {}, [&](Border border) { return std::abs(x_of(border) - x); });
    is_dragged_ = true;
    update();
}

void SplitSlider::mouseMoveEvent(QMouseEvent* event) {
    if (!is_dragged_) return;
    const int x = event->position().toPoint().x() - bar().left();
    move_to(border_, static_cast<int>(std::lround(100.0 * x / std::max(1, bar().width()))));
}

void SplitSlider::mouseReleaseEvent(QMouseEvent* event) {
    if (!is_dragged_ || event->button() != Qt::LeftButton) return;
    is_dragged_ = false;
    Q_EMIT shares_changed(validation(), test());
}

} // namespace tunedesk::ui
