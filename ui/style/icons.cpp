// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/icons.h"

#include "ui/style/tokens.h"

#include <QDir>
#include <QGuiApplication>
#include <QHash>
#include <QIconEngine>
#include <QPainter>
#include <QPixmap>
#include <QPixmapCache>
#include <QSvgRenderer>
#include <memory>

namespace tunedesk::ui::style {

namespace {

const QString icon_folder = QStringLiteral(":/line-icons/");

QSvgRenderer* renderer_of(const QString& name) {
    static QHash<QString, std::shared_ptr<QSvgRenderer>> known;
    std::shared_ptr<QSvgRenderer>& renderer = known[name];
    if (!renderer) renderer = std::make_shared<QSvgRenderer>(icon_folder + name + QStringLiteral(".svg"));
    return renderer.get();
}

QPixmap draw_icon(const QString& name, int pixels, const QColor& color) {
    QPixmap pixmap(pixels, pixels);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    renderer_of(name)->render(&painter, QRectF(0, 0, pixels, pixels));
    painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
    painter.fillRect(pixmap.rect(), color);
    return pixmap;
}

/// Uses the palette's color at each drawing, so that a change of the theme needs no new icons.
class LineIconEngine : public QIconEngine {
public:
    LineIconEngine(QString name, QPalette::ColorRole role) : name_(std::move(name)), role_(role) {}

    void paint(QPainter* painter, const QRect& box, QIcon::Mode mode, QIcon::State state) override {
        paint_icon(*painter, name_, box, color_of(mode, state));
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        return scaledPixmap(size, mode, state, 1);
    }
    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal) override {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(0, 0), size), mode, state);
        return pixmap;
    }
    QIconEngine* clone() const override { return new LineIconEngine(*this); }
    bool isNull() override { return false; }

private:
    QColor color_of(QIcon::Mode mode, QIcon::State state) const {
        if (mode == QIcon::Disabled) return mixed(colors().surface, colors().muted, 0.5);
        if (role_ != QPalette::WindowText) return QGuiApplication::palette().color(role_);
        return state == QIcon::On ? colors().accent : colors().text;
    }

    QString name_;
    QPalette::ColorRole role_;
};

} // namespace

QIcon icon(const QString& name) {
    return QIcon(new LineIconEngine(name, QPalette::WindowText));
}

QIcon icon(const QString& name, QPalette::ColorRole role) {
    return QIcon(new LineIconEngine(name, role));
}

void paint_icon(QPainter& painter, const QString& name, const QRectF& box, const QColor& color) {
    const double scale = painter.device()->devicePixelRatioF();
    const double side = std::min(box.width(), box.height());
    const int pixels = std::max(1, qRound(side * scale));
    const QString key = QStringLiteral("line-icon/%1/%2/%3").arg(name).arg(pixels).arg(color.rgba());
    QPixmap drawn;
    if (!QPixmapCache::find(key, &drawn)) {
        drawn = draw_icon(name, pixels, color);
        QPixmapCache::insert(key, drawn);
    }
    const QRectF place(box.center() - QPointF(side / 2, side / 2), QSizeF(side, side));
    painter.drawPixmap(place, drawn, QRectF(drawn.rect()));
}

std::vector<QString> icon_names() {
    std::vector<QString> names;
    for (const QString& file : QDir(icon_folder).entryList())
        names.push_back(file.chopped(4));
    return names;
}

} // namespace tunedesk::ui::style
