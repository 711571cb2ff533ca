// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/try/contribution_view.h"

#include "ui/plot/figure.h"
#include "ui/widgets/text.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

namespace tunedesk::ui {

namespace {

constexpr int pad = 3, gap = 5, line_gap = 6;

} // namespace

ContributionView::ContributionView(QWidget* parent) : QWidget(parent) {
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setFocusPolicy(Qt::TabFocus);
    setAccessibleName(tr("Contribution of each token"));
}

void ContributionView::show_tokens(const std::vector<std::string>& tokens,
                                   const std::vector<double>& contributions) {
    pieces_.clear();
    largest_ = 0;
    QStringList spoken;
    for (std::size_t i = 0; i < std::min(tokens.size(), contributions.size()); ++i) {
        const bool joined = tokens[i].starts_with("##");
        pieces_.push_back({to_qt(joined ? tokens[i].substr(2) : tokens[i]), contributions[i], joined});
        if (std::isfinite(contributions[i])) largest_ = std::max(largest_, std::abs(contributions[i]));
        spoken << QStringLiteral("%1 %2").arg(pieces_.back().text,
                                              QString::asprintf("%+.3f", contributions[i]));
    }
    setAccessibleDescription(spoken.join(QStringLiteral(", ")));
    updateGeometry();
    update();
}

QString ContributionView::legend() {
    const auto entry = [](const QColor& colour, const QString& meaning) {
        return QStringLiteral("<span style='color:%1'>■</span> %2").arg(colour.name(), meaning);
    };
    return entry(speaks_for, tr("for it")) + QStringLiteral("&nbsp;&nbsp; ") +
           entry(speaks_against, tr("against it"));
}

QVector<QRect> ContributionView::placed(int width) const {
    const QFontMetrics metrics = fontMetrics();
    const int height = metrics.height() + 2 * pad;
    QVector<QRect> places;
    int x = 0, y = 0;
    for (const Piece& piece : pieces_) {
        const int wide = std::min(metrics.horizontalAdvance(piece.text) + 2 * pad, std::max(width, 1));
        if (!places.isEmpty() && !piece.joined) x += gap;
        if (x > 0 && x + wide > width) {
            x = 0;
            y += height + line_gap;
        }
        places << QRect(x, y, wide, height);
        x += wide;
    }
    return places;
}

int ContributionView::heightForWidth(int width) const {
    const QVector<QRect> places = placed(width);
    return places.isEmpty() ? fontMetrics().height() + 2 * pad : places.back().bottom() + 1;
}

void ContributionView::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const FigureColours colours = FigureColours::of(palette());
    const QVector<QRect> places = placed(width());
    for (int i = 0; i < places.size(); ++i) {
        const Piece& piece = pieces_[static_cast<std::size_t>(i)];
        const double share =
            largest_ > 0 && std::isfinite(piece.contribution) ? std::abs(piece.contribution) / largest_ : 0;
        const QColor ground =
            colours.tinted(piece.contribution < 0 ? speaks_against : speaks_for, 0.8 * share);
        painter.fillRect(places[i], ground);
        painter.setPen(share < 0.15 ? colours.text : FigureColours::text_on(ground));
        painter.drawText(places[i].adjusted(pad, 0, -pad, 0), Qt::AlignVCenter | Qt::AlignLeft, piece.text);
    }
    if (hasFocus()) {
        painter.setPen(QPen(palette().highlight().color(), 1, Qt::DotLine));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

bool ContributionView::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QVector<QRect> places = placed(width());
    for (int i = 0; i < places.size(); ++i)
        if (places[i].contains(help->pos())) {
            const Piece& piece = pieces_[static_cast<std::size_t>(i)];
            QToolTip::showText(
                help->globalPos(),
                QStringLiteral("%1: %2").arg(piece.text, QString::asprintf("%+.4f", piece.contribution)),
                this, places[i]);
            return true;
        }
    QToolTip::hideText();
    return true;
}

} // namespace tunedesk::ui
