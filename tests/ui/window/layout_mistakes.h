// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QAction>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QProgressBar>
#include <QScrollArea>
#include <QScrollBar>
#include <QStyle>
#include <QStyleOptionComboBox>
#include <QTabBar>
#include <QToolButton>

namespace tunedesk::test {

/// Finds texts and widgets in a visible window that are truncated or overlap others. Texts that are shortened
/// on purpose are short before a widget gets them, so that they fit.
class LayoutMistakes {
public:
    static QStringList of(QWidget* window) {
        LayoutMistakes mistakes;
        for (QWidget* widget : window->findChildren<QWidget*>())
            if (widget->isVisible() && widget->window() == window) mistakes.look_at(widget);
        mistakes.look_for_overlaps(window);
        return mistakes.found_;
    }

private:
    static bool is_leaf(const QWidget* widget) {
        return qobject_cast<const QLabel*>(widget) || qobject_cast<const QAbstractButton*>(widget) ||
               qobject_cast<const QComboBox*>(widget) || qobject_cast<const QLineEdit*>(widget) ||
               qobject_cast<const QProgressBar*>(widget);
    }
    static bool is_part_of_control(const QWidget* widget) {
        const QWidget* parent = widget->parentWidget();
        return qobject_cast<const QLineEdit*>(parent) || qobject_cast<const QComboBox*>(parent) ||
               qobject_cast<const QTabBar*>(parent) || qobject_cast<const QMenuBar*>(parent) ||
               parent->inherits("QAbstractSpinBox") || parent->inherits("QCalendarWidget");
    }
    static QString text_of(const QWidget* widget) {
        for (const char* name : {"text", "currentText", "placeholderText", "title"})
            if (const QString text = widget->property(name).toString(); !text.isEmpty()) return text.left(60);
        return widget->accessibleName();
    }
    void add(const QWidget* widget, const QString& what) {
        QString place;
        for (const QWidget* above = widget; above && place.isEmpty(); above = above->parentWidget())
            if (const auto name = QString::fromLatin1(above->metaObject()->className());
                name.startsWith(QStringLiteral("tunedesk")))
                place = name;
        found_ << QStringLiteral("%1: %2 \"%3\" in %4")
                      .arg(what, QString::fromLatin1(widget->metaObject()->className()), text_of(widget),
                           place);
    }

    /// The widget with the largest minimum width.
    static QString widest_in(const QWidget& inside) {
        const QWidget* widest = &inside;
        QString name;
        for (bool deeper = true; deeper;) {
            deeper = false;
            int most = 0;
            for (const QWidget* child : widest->findChildren<QWidget*>(Qt::FindDirectChildrenOnly)) {
                const int width = child->isVisible() ? child->minimumSizeHint().width() : 0;
                if (width <= most) continue;
                most = width;
                widest = child;
                deeper = true;
            }
            if (!widest->accessibleName().isEmpty()) name = widest->accessibleName();
        }
        return QStringLiteral("%1 \"%2\"").arg(QString::fromLatin1(widest->metaObject()->className()), name);
    }

    void look_at(QWidget* widget) {
        if (const auto* label = qobject_cast<QLabel*>(widget)) look_at_label(label);
        if (const auto* button = qobject_cast<QAbstractButton*>(widget)) look_at_button(button);
        if (const auto* box = qobject_cast<QComboBox*>(widget)) look_at_combo_box(box);
        if (const auto* line = qobject_cast<QLineEdit*>(widget); line && !is_part_of_control(line))
            look_at_line(line);
        if (const auto* bar = qobject_cast<QTabBar*>(widget)) look_at_tabs(bar);
        if (const auto* header = qobject_cast<QHeaderView*>(widget)) look_at_header(header);
        if (const auto* area = qobject_cast<QScrollArea*>(widget);
            area && area->horizontalScrollBar()->maximum() > 0)
            add(area, QStringLiteral("wider than its area, as is %1").arg(widest_in(*area->widget())));
        if (const auto* menus = qobject_cast<QMenuBar*>(widget))
            for (const QAction* action : menus->actions())
                if (menus->actionGeometry(const_cast<QAction*>(action)).right() > menus->width())
                    add(menus, QStringLiteral("no room for ") + action->text());
        if (is_leaf(widget) && !is_part_of_control(widget)) look_at_place(widget);
    }

    void look_at_label(const QLabel* label) {
        if (label->text().isEmpty()) return;
        const QSize needed = label->minimumSizeHint();
        if (!label->wordWrap()) {
            if (needed.width() > label->width() || needed.height() > label->height())
                add(label, QStringLiteral("cut (%1x%2 of %3x%4)")
                               .arg(label->width())
                               .arg(label->height())
                               .arg(needed.width())
                               .arg(needed.height()));
            return;
        }
        if (const int height = label->heightForWidth(label->width()); height > label->height())
            add(label, QStringLiteral("cut (height %1 of %2)").arg(label->height()).arg(height));
        const QRect room = label->contentsRect();
        const QRect used = label->fontMetrics().boundingRect(room, Qt::TextWordWrap, label->text());
        const bool rich = Qt::mightBeRichText(label->text()) && label->textFormat() != Qt::PlainText;
        if (!rich && used.width() > room.width()) add(label, QStringLiteral("a word is cut"));
    }
    void look_at_button(const QAbstractButton* button) {
        if (button->text().isEmpty()) return;
        QSize needed = button->sizeHint();
        if (button->hasHeightForWidth()) // its second line is wrapped to fit
            needed = {0, button->heightForWidth(button->width())};
        if (button->width() < needed.width() || button->height() < needed.height())
            add(button, QStringLiteral("cut (%1x%2 of %3x%4)")
                            .arg(button->width())
                            .arg(button->height())
                            .arg(needed.width())
                            .arg(needed.height()));
    }
    void look_at_combo_box(const QComboBox* box) {
        QStyleOptionComboBox option;
        option.initFrom(box);
        option.editable = box->isEditable();
        const QRect room =
            box->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, box);
        if (!box->isEditable() && box->fontMetrics().horizontalAdvance(box->currentText()) > room.width() - 2)
            add(box, QStringLiteral("cut"));
        if (box->height() < box->sizeHint().height()) add(box, QStringLiteral("too low"));
    }
    void look_at_line(const QLineEdit* line) {
        const int room = line->contentsRect().width() - 8; // without the frame's margins
        if (line->text().isEmpty() && line->fontMetrics().horizontalAdvance(line->placeholderText()) > room)
            add(line, QStringLiteral("placeholder cut"));
        if (line->height() < line->minimumSizeHint().height()) add(line, QStringLiteral("too low"));
    }
    void look_at_tabs(const QTabBar* bar) {
        for (const QToolButton* scroller : bar->findChildren<QToolButton*>())
            if (scroller->isVisible() && scroller->arrowType() != Qt::NoArrow)
                return add(bar, QStringLiteral("tabs do not fit"));
    }
    void look_at_header(const QHeaderView* header) {
        if (header->orientation() != Qt::Horizontal) return;
        for (int section = 0; section < header->count(); ++section)
            if (!header->isSectionHidden(section) &&
                header->sectionSizeHint(section) > header->sectionSize(section))
                add(header, QStringLiteral("column \"%1\" cut")
                                .arg(header->model()->headerData(section, Qt::Horizontal).toString()));
    }
    /// Checks that the widget is inside all its parents, up to a scrollable one.
    void look_at_place(const QWidget* widget) {
        for (const QWidget* inner = widget; !inner->isWindow(); inner = inner->parentWidget()) {
            const QWidget* outer = inner->parentWidget();
            if (const auto* area = qobject_cast<const QAbstractScrollArea*>(outer->parentWidget());
                area && area->viewport() == outer)
                return;
            const QRect place(widget->mapTo(outer, QPoint(0, 0)), widget->size());
            if (outer->rect().contains(place)) continue;
            return add(widget, QStringLiteral("sticks out of %1")
                                   .arg(QString::fromLatin1(outer->metaObject()->className())));
        }
    }
    void look_for_overlaps(QWidget* window) {
        for (const QWidget* parent : window->findChildren<QWidget*>()) {
            if (!parent->isVisible() || parent->window() != window) continue;
            QList<const QWidget*> leaves;
            for (const QWidget* child : parent->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
                if (child->isVisible() && is_leaf(child) && !is_part_of_control(child)) leaves << child;
            for (int i = 0; i < leaves.size(); ++i)
                for (int j = i + 1; j < leaves.size(); ++j)
                    if (leaves[i]->geometry().intersects(leaves[j]->geometry()))
                        add(leaves[i], QStringLiteral("over \"%1\"").arg(text_of(leaves[j])));
        }
    }

    QStringList found_;
};

} // namespace tunedesk::test
