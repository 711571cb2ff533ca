// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/shell/lazy_tabs.h"

#include <QVBoxLayout>

namespace tunedesk::ui {

LazyTabs::LazyTabs(QWidget* parent) : QTabWidget(parent) {
    setDocumentMode(true);
    connect(this, &QTabWidget::currentChanged, this, &LazyTabs::show_current);
}

void LazyTabs::add_page(const QString& name, const QString& title, std::function<QWidget*(QWidget*)> make,
                        std::function<void(QWidget*)> show) {
    auto* holder = new QWidget;
    auto* layout = new QVBoxLayout(holder);
    layout->setContentsMargins(0, 0, 0, 0);
    tabs_.push_back({name, holder, nullptr, false, std::move(make), std::move(show)});
    addTab(holder, title);
}

void LazyTabs::refresh() {
    has_subject_ = true;
    for (Tab& tab : tabs_)
        tab.is_current = false;
    show_current();
}

void LazyTabs::refresh(const QString& name) {
    for (Tab& tab : tabs_)
        if (tab.name == name) tab.is_current = false;
    if (current_name() == name) show_current();
}

void LazyTabs::make_page(Tab& tab) {
    if (tab.page) return;
    tab.page = tab.make(tab.holder);
    tab.holder->layout()->addWidget(tab.page);
}

void LazyTabs::show_current() {
    const int at = currentIndex();
    if (!has_subject_ || at < 0 || at >= static_cast<int>(tabs_.size())) return;
    Tab& tab = tabs_[static_cast<std::size_t>(at)];
    make_page(tab);
    if (std::exchange(tab.is_current, true)) return;
    tab.show(tab.page);
}

QWidget* LazyTabs::page(const QString& name) {
    for (Tab& tab : tabs_) {
        if (tab.name != name) continue;
        make_page(tab);
        return tab.page;
    }
    return nullptr;
}

QWidget* LazyTabs::made_page(const QString& name) const {
    for (const Tab& tab : tabs_)
        if (tab.name == name) return tab.page;
    return nullptr;
}

QString LazyTabs::current_name() const {
    const int at = currentIndex();
    return at < 0 ? QString() : tabs_[static_cast<std::size_t>(at)].name;
}

void LazyTabs::go_to(const QString& name) {
    for (std::size_t at = 0; at < tabs_.size(); ++at)
        if (tabs_[at].name == name) setCurrentIndex(static_cast<int>(at));
}

QStringList LazyTabs::names() const {
    QStringList names;
    for (const Tab& tab : tabs_)
        names << tab.name;
    return names;
}

} // namespace tunedesk::ui
