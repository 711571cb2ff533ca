// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

class QAbstractButton;

namespace tunedesk::ui::style {

/// The application's style: Fusion with rounded fields and buttons, flat tabs and headers, thin scroll bars
/// and soft selections, drawn from the tokens. Colors follow the palette of the widget, so that a change of
/// the theme needs no new style. Window's thread.
class AppStyle : public QProxyStyle {
public:
    AppStyle();

    void polish(QWidget* widget) override;
    using QProxyStyle::polish;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                           const QWidget* widget) const override;
    QRect subElementRect(SubElement element, const QStyleOption* option,
                         const QWidget* widget) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                         const QWidget* widget) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* returned) const override;

private:
    bool draw_button(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const;
    bool draw_view_part(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                        const QWidget* widget) const;
};

/// Draws the button in the accent color, as the main action of a page; a dialog's default button is drawn so
/// automatically.
void make_primary(QAbstractButton* button);

} // namespace tunedesk::ui::style
