// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/app_style.h"
#include "ui/style/options.h"
#include "ui/style/tokens.h"

#include <QStyleOption>
#include <QWidget>
#include <algorithm>

namespace tunedesk::ui::style {

namespace {

constexpr int field_padding = 10; ///< total above and below the text

}

QSize AppStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                                 const QWidget* widget) const {
    QSize result = QProxyStyle::sizeFromContents(type, option, size, widget);
    const int line = option ? option->fontMetrics.height() : 0;
    switch (type) {
    case CT_PushButton:
        result.setHeight(std::max(result.height(), line + field_padding + 2));
        if (const auto* button = as<QStyleOptionButton>(option); button && !button->text.isEmpty())
            result.rwidth() += 8;
        break;
    case CT_LineEdit:
    case CT_ComboBox:
    case CT_SpinBox:
        result.setHeight(std::max(result.height(), line + field_padding + 2));
        if (type != CT_LineEdit) result.rwidth() += 8;
        break;
    case CT_TabBarTab:
        result.setHeight(line + 18);
        break;
    case CT_ToolButton: {
        const auto* button = as<QStyleOptionToolButton>(option);
        const bool has_text = button && !button->text.isEmpty() && !(button->state & State_AutoRaise);
        result += QSize(button && shows_chevron(*button) ? chevron_room + 8 : has_text ? 8 : 4, 2);
        if (has_text) result.setHeight(std::max(result.height(), line + field_padding + 2));
        break;
    }
    case CT_HeaderSection:
        result += QSize(4, 8);
        break;
    case CT_MenuItem:
        if (const auto* item = as<QStyleOptionMenuItem>(option);
            item && item->menuItemType != QStyleOptionMenuItem::Separator)
            result += QSize(8, 4);
        break;
    case CT_ItemViewItem:
        result.rheight() += 6;
        break;
    default:
        break;
    }
    return result;
}

QRect AppStyle::subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const {
    const QRect rect = QProxyStyle::subElementRect(element, option, widget);
    const bool is_part = widget && widget->parentWidget() &&
                         (widget->parentWidget()->inherits("QComboBox") ||
                          widget->parentWidget()->inherits("QAbstractSpinBox"));
    if (element == SE_LineEditContents && !is_part) return rect.adjusted(4, 0, -2, 0);
    return rect;
}

QRect AppStyle::subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                               const QWidget* widget) const {
    if (control == CC_ScrollBar) { // no buttons at its ends
        const auto* bar = as<QStyleOptionSlider>(option);
        if (!bar) return {};
        const QRect box = option->rect;
        const bool stands = bar->orientation == Qt::Vertical;
        const int length = stands ? box.height() : box.width();
        const double range = static_cast<double>(bar->maximum) - bar->minimum;
        const int least = std::min(length, pixelMetric(PM_ScrollBarSliderMin, option, widget));
        const int handle =
            range <= 0 ? length
                       : std::clamp(static_cast<int>(length * bar->pageStep / (range + bar->pageStep)), least,
                                    length);
        const int at = sliderPositionFromValue(bar->minimum, bar->maximum, bar->sliderPosition,
                                               length - handle, bar->upsideDown);
        const auto along = [&](int from, int size) {
            return stands ? QRect(box.left(), box.top() + from, box.width(), size)
                          : visualRect(option->direction, box,
                                       QRect(box.left() + from, box.top(), size, box.height()));
        };
        switch (part) {
        case SC_ScrollBarSlider:
            return along(at, handle);
        case SC_ScrollBarGroove:
            return box;
        case SC_ScrollBarSubPage:
            return along(0, at);
        case SC_ScrollBarAddPage:
            return along(at + handle, length - at - handle);
        default:
            return {};
        }
    }
    const QRect rect = QProxyStyle::subControlRect(control, option, part, widget);
    if (control == CC_ComboBox && part == SC_ComboBoxEditField) return rect.adjusted(4, 0, 0, 0);
    if (control == CC_SpinBox && part == SC_SpinBoxEditField) return rect.adjusted(4, 0, 0, 0);
    return rect;
}

int AppStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
    switch (metric) {
    case PM_ScrollBarExtent:
        return 12;
    case PM_ScrollBarSliderMin:
        return 32;
    case PM_DefaultFrameWidth:
        return 2;
    case PM_TabBarTabHSpace:
        return 28;
    case PM_FocusFrameHMargin: // beside the text of a list's item
        return 5;
    case PM_TabBarTabOverlap:
    case PM_TabBarTabShiftVertical:
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
        return 0;
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight:
        return 16;
    case PM_SplitterWidth:
        return 9;
    case PM_ButtonIconSize:
    case PM_SmallIconSize:
        return icon_size;
    case PM_ToolTipLabelFrameWidth:
        return 6;
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int AppStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                        QStyleHintReturn* returned) const {
    switch (hint) {
    case SH_DialogButtonBox_ButtonsHaveIcons: // they come from the desktop's theme, and some are black
    case SH_EtchDisabledText:                 // text drawn twice is blurred on dark backgrounds
    case SH_ComboBox_Popup:
    case SH_ScrollBar_ContextMenu:
        return 0;
    default:
        return QProxyStyle::styleHint(hint, option, widget, returned);
    }
}

} // namespace tunedesk::ui::style
