// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTabWidget>
#include <functional>
#include <vector>

namespace tunedesk::ui {

/// Tabs whose pages are created when they are first shown, and updated only while visible, so that a window
/// with many pages opens as fast as one with a single page. Window's thread.
class LazyTabs : public QTabWidget {
    Q_OBJECT

public:
    explicit LazyTabs(QWidget* parent = nullptr);

    /// `make` builds the page with the given parent; `show` gives it the subject. `Page` is its class.
    template <class Page>
    void add(const QString& name, const QString& title, std::function<Page*(QWidget*)> make,
             std::function<void(Page*)> show) {
        add_page(
            name, title, [make = std::move(make)](QWidget* parent) -> QWidget* { return make(parent); },
            [show = std::move(show)](QWidget* page) { show(static_cast<Page*>(page)); });
    }

    /// The subject has changed: updates the visible page now, the others when they are next shown.
    void refresh();
    /// The same for one page.
    void refresh(const QString& name);
    /// The page with a name, created if necessary.
    QWidget* page(const QString& name);
    /// The page with a name if it was created already, else null.
    QWidget* made_page(const QString& name) const;
    QString current_name() const;
    /// Shows a page; an unknown name has no effect.
    void go_to(const QString& name);
    QStringList names() const;

private:
    struct Tab {
        QString name;
        QWidget* holder = nullptr;
        QWidget* page = nullptr;
        bool is_current = false;
        std::function<QWidget*(QWidget*)> make;
        std::function<void(QWidget*)> show;
    };
    void add_page(const QString& name, const QString& title, std::function<QWidget*(QWidget*)> make,
                  std::function<void(QWidget*)> show);
    void show_current();
    void make_page(Tab& tab);

    std::vector<Tab> tabs_;
    bool has_subject_ = false;
};

} // namespace tunedesk::ui
