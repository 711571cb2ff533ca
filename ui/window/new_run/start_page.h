#pragma once

#include <QWidget>

class QAction;
class QVBoxLayout;

namespace tunedesk::ui {

/// What the window shows while nothing is selected: the few ways to begin. Each is one of the window's own
/// actions.
class StartPage : public QWidget {
    Q_OBJECT

public:
    explicit StartPage(QWidget* parent = nullptr);

    /// A large button of the action's name with a sentence below it; the first is the default.
    void add(QAction* action, const QString& title, const QString& explanation);

private:
    QVBoxLayout* ways_;
};

} // namespace tunedesk::ui
