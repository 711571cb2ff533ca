// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/app_style.h"

#include "ui/style/options.h"
#include "ui/style/paint.h"
#include "ui/style/tokens.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QComboBox>
#include <QPainter>
#include <QPushButton>
#include <QStyleOption>
#include <algorithm>

namespace tunedesk::ui::style {

namespace {

const char* const primary_property = "primaryButton";

bool is_primary(const QStyleOption* option, const QWidget* widget) {
    if (widget && widget->property(primary_property).toBool()) return true;
    const auto* button = as<QStyleOptionButton>(option);
    return button && (button->features & QStyleOptionButton::DefaultButton) &&
           !(button->features & QStyleOptionButton::Flat);
}

/// A copy of `option` whose letters have this color.
template <class Option>
Option with_text(const Option& option, const QColor& color) {
    Option copy = option;
    for (const auto role :
         {QPalette::ButtonText, QPalette::WindowText, QPalette::Text, QPalette::HighlightedText})
        copy.palette.setColor(role, color);
    return copy;
}

/// Menus show what is chosen in the soft accent.
QStyleOptionMenuItem softly_chosen(const QStyleOptionMenuItem& option) {
    QStyleOptionMenuItem copy = option;
    const Colors& colors = colors_of(option.palette);
    copy.palette.setColor(QPalette::Highlight, colors.accent_soft);
    copy.palette.setColor(QPalette::HighlightedText, colors.text);
    return copy;
}

/// Muted, as its cells are aligned, and never bold: some styles make the head of the selection so.
QStyleOptionHeaderV2 head_of_column(const QStyleOptionHeader& option) {
    QStyleOptionHeaderV2 copy;
    if (const auto* second = as<QStyleOptionHeaderV2>(&option))
        copy = *second;
    else
        static_cast<QStyleOptionHeader&>(copy) = option;
    copy = with_text(copy, colors_of(option.palette).muted);
    copy.state &= ~QStyle::State_On;
    if (copy.orientation == Qt::Horizontal && copy.textAlignment == Qt::AlignCenter)
        copy.textAlignment = Qt::AlignLeft | Qt::AlignVCenter;
    copy.rect.adjust(4, 0, 0, 0);
    return copy;
}

void draw_splitter(const QStyleOption& option, QPainter* painter) {
    const Colors& colors = colors_of(option.palette);
    const bool stands = option.rect.height() > option.rect.width();
    const QPoint middle = option.rect.center();
    const QRect line = stands ? QRect(middle.x(), option.rect.top(), 1, option.rect.height())
                              : QRect(option.rect.left(), middle.y(), option.rect.width(), 1);
    painter->fillRect(line, option.state & QStyle::State_MouseOver ? colors.accent : colors.border);
}

void draw_menu_title(const QStyleOptionMenuItem& option, QPainter* painter) {
    const Colors& colors = colors_of(option.palette);
    const bool chosen = option.state & (QStyle::State_Selected | QStyle::State_Sunken);
    if (chosen) {
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        painter->setBrush(colors.sunken);
        painter->drawRoundedRect(option.rect.adjusted(1, 2, -1, -2), field_radius, field_radius);
        painter->restore();
    }
    painter->setPen(option.palette.color(QPalette::WindowText));
    painter->drawText(option.rect, Qt::AlignCenter | Qt::TextShowMnemonic | Qt::TextSingleLine, option.text);
}

} // namespace

void make_primary(QAbstractButton* button) {
    button->setProperty(primary_property, true);
    button->update();
}

AppStyle::AppStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

void AppStyle::polish(QWidget* widget) {
    QProxyStyle::polish(widget);
    if (qobject_cast<QAbstractButton*>(widget) || qobject_cast<QComboBox*>(widget) ||
        widget->inherits("QLineEdit") || widget->inherits("QTabBar") || widget->inherits("QScrollBar"))
        widget->setAttribute(Qt::WA_Hover);
    if (auto* view = qobject_cast<QAbstractItemView*>(widget)) view->viewport()->setAttribute(Qt::WA_Hover);
}

bool AppStyle::draw_button(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                           const QWidget* widget) const {
    switch (element) {
    case PE_PanelButtonCommand: {
        const auto* button = as<QStyleOptionButton>(option);
        const bool flat = button && (button->features & QStyleOptionButton::Flat);
        paint_button(*painter, *option, is_primary(option, widget), flat);
        return true;
    }
    case PE_PanelButtonTool:
        paint_button(*painter, *option, is_primary(option, widget), option->state & State_AutoRaise);
        return true;
    case PE_FrameDefaultButton:
        return true;
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck:
        paint_check_box(*painter, *option);
        return true;
    case PE_IndicatorRadioButton:
        paint_radio_button(*painter, *option);
        return true;
    case PE_IndicatorArrowUp:
    case PE_IndicatorSpinUp:
        paint_chevron(*painter, *option, Direction::up);
        return true;
    case PE_IndicatorArrowDown:
    case PE_IndicatorSpinDown:
        paint_chevron(*painter, *option, Direction::down);
        return true;
    case PE_IndicatorArrowLeft:
        paint_chevron(*painter, *option, Direction::left);
        return true;
    case PE_IndicatorArrowRight:
        paint_chevron(*painter, *option, Direction::right);
        return true;
    default:
        return false;
    }
}

bool AppStyle::draw_view_part(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                              const QWidget* widget) const {
    switch (element) {
    case PE_PanelItemViewItem: {
        const auto* item = as<QStyleOptionViewItem>(option);
        if (item && item->backgroundBrush.style() != Qt::NoBrush)
            painter->fillRect(option->rect, item->backgroundBrush);
        const bool one = !item || item->viewItemPosition == QStyleOptionViewItem::OnlyOne ||
                         item->viewItemPosition == QStyleOptionViewItem::Invalid;
        paint_item(*painter, *option, one && !(widget && widget->inherits("QTableView")));
        return true;
    }
    case PE_PanelItemViewRow:
        if (const auto* item = as<QStyleOptionViewItem>(option);
            item && (item->features & QStyleOptionViewItem::Alternate))
            painter->fillRect(option->rect, option->palette.alternateBase());
        return true; // the item draws its selection
    case PE_IndicatorBranch:
        if (option->state & State_Children)
            paint_chevron(*painter, *option, option->state & State_Open ? Direction::down : Direction::right);
        return true;
    case PE_IndicatorHeaderArrow: {
        const auto* header = as<QStyleOptionHeader>(option);
        if (header && header->sortIndicator != QStyleOptionHeader::None)
            paint_chevron(*painter, *option,
                          header->sortIndicator == QStyleOptionHeader::SortUp ? Direction::up
                                                                              : Direction::down);
        return true;
    }
    default:
        return false;
    }
}

void AppStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                             const QWidget* widget) const {
    if (draw_button(element, option, painter, widget) || draw_view_part(element, option, painter, widget))
        return;
    switch (element) {
    case PE_PanelLineEdit:
        if (const auto* frame = as<QStyleOptionFrame>(option); !frame || frame->lineWidth > 0)
            paint_field(*painter, *option);
        return;
    case PE_FrameLineEdit:
    case PE_FrameTabWidget:
    case PE_FrameStatusBarItem:
        return;
    case PE_FrameTabBarBase:
        if (const auto* tabs = as<QStyleOptionTabBarBase>(option);
            tabs && (tabs->shape == QTabBar::RoundedNorth || tabs->shape == QTabBar::TriangularNorth))
            painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1),
                              colors_of(option->palette).border);
        return;
    case PE_Frame:
    case PE_FrameMenu:
        return paint_frame(*painter, *option, element == PE_FrameMenu ? 0 : field_radius);
    case PE_FrameGroupBox:
        return paint_frame(*painter, *option, card_radius);
    case PE_FrameFocusRect:
        if (!qobject_cast<const QAbstractItemView*>(widget)) paint_focus_ring(*painter, *option);
        return;
    default:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void AppStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                           const QWidget* widget) const {
    const Colors& colors = colors_of(option->palette);
    switch (element) {
    case CE_PushButtonLabel:
        if (const auto* button = as<QStyleOptionButton>(option);
            button && (option->state & State_Enabled) && is_primary(option, widget)) {
            const QStyleOptionButton copy = with_text(*button, colors.on_accent);
            return QProxyStyle::drawControl(element, &copy, painter, widget);
        }
        break;
    case CE_TabBarTabShape:
        if (const auto* tab = as<QStyleOptionTab>(option)) return paint_tab(*painter, *tab);
        break;
    case CE_TabBarTabLabel:
        if (const auto* tab = as<QStyleOptionTab>(option); tab && (option->state & State_Enabled)) {
            const auto copy = with_text(*tab, option->state & State_Selected ? colors.text : colors.muted);
            return QProxyStyle::drawControl(element, &copy, painter, widget);
        }
        break;
    case CE_HeaderSection:
    case CE_HeaderEmptyArea:
        return paint_header(*painter, *option);
    case CE_HeaderLabel:
        if (const auto* header = as<QStyleOptionHeader>(option)) {
            const QStyleOptionHeaderV2 copy = head_of_column(*header);
            return QProxyStyle::drawControl(element, &copy, painter, widget);
        }
        break;
    case CE_ProgressBarGroove:
    case CE_ProgressBarContents:
        if (const auto* bar = as<QStyleOptionProgressBar>(option);
            bar && (element == CE_ProgressBarGroove || bar->maximum > bar->minimum))
            return paint_progress(*painter, *bar, element == CE_ProgressBarGroove);
        break;
    case CE_MenuBarItem:
        if (const auto* item = as<QStyleOptionMenuItem>(option)) return draw_menu_title(*item, painter);
        break;
    case CE_MenuItem:
        if (const auto* item = as<QStyleOptionMenuItem>(option)) {
            const QStyleOptionMenuItem copy = softly_chosen(*item);
            return QProxyStyle::drawControl(element, &copy, painter, widget);
        }
        [[fallthrough]];
    case CE_MenuBarEmptyArea:
        return;
    case CE_Splitter:
        return draw_splitter(*option, painter);
    case CE_ItemViewItem:
        if (const auto* item = as<QStyleOptionViewItem>(option)) {
            QStyleOptionViewItem copy = *item;
            copy.palette.setColor(QPalette::HighlightedText, item->palette.color(QPalette::Text));
            return QProxyStyle::drawControl(element, &copy, painter, widget);
        }
        break;
    default:
        break;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void AppStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                                  QPainter* painter, const QWidget* widget) const {
    const auto part = [&](SubControl which) { return subControlRect(control, option, which, widget); };
    const auto arrow = [&](SubControl which, Direction direction) {
        QStyleOption chevron = *option;
        chevron.rect = part(which);
        paint_chevron(*painter, chevron, direction);
    };
    switch (control) {
    case CC_ToolButton:
        if (const auto* button = as<QStyleOptionToolButton>(option); button && shows_chevron(*button)) {
            QStyleOptionToolButton copy = *button;
            copy.features &= ~QStyleOptionToolButton::HasMenu;
            drawPrimitive(PE_PanelButtonTool, option, painter, widget);
            copy.rect.adjust(4, 0, -chevron_room, 0);
            drawControl(CE_ToolButtonLabel, &copy, painter, widget);
            QStyleOption chevron = *option;
            chevron.rect.setLeft(chevron.rect.right() - chevron_room - 3);
            return paint_chevron(*painter, chevron, Direction::down);
        }
        break;
    case CC_ScrollBar:
        if (const auto* bar = as<QStyleOptionSlider>(option))
            return paint_scroll_bar(*painter, *bar, part(SC_ScrollBarSlider));
        break;
    case CC_Slider:
        if (const auto* slider = as<QStyleOptionSlider>(option))
            return paint_slider(*painter, *slider, part(SC_SliderGroove), part(SC_SliderHandle));
        break;
    case CC_ComboBox:
        if (const auto* box = as<QStyleOptionComboBox>(option)) {
            if (box->frame) paint_field(*painter, *option);
            return arrow(SC_ComboBoxArrow, Direction::down);
        }
        break;
    case CC_SpinBox:
        if (const auto* box = as<QStyleOptionSpinBox>(option)) {
            if (box->frame) paint_field(*painter, *option);
            if (box->buttonSymbols == QAbstractSpinBox::NoButtons) return;
            arrow(SC_SpinBoxUp, Direction::up);
            return arrow(SC_SpinBoxDown, Direction::down);
        }
        break;
    default:
        break;
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

} // namespace tunedesk::ui::style
