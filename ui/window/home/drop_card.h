// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QAction;
class QGridLayout;
class QHBoxLayout;

namespace tunedesk::ui {

/// The way to begin: a place to drop a table, a folder of images or a preset on, the window's first action as
/// a large button, and its other ways as smaller ones. Drops go to the window, which opens all of them; the
/// card shows that one would be taken. Window's thread.
class DropCard : public QFrame {
    Q_OBJECT

public:
    explicit DropCard(QWidget* parent = nullptr);

    /// A button of the action; the first is large and the default.
    void add(QAction* action, const QString& title, const QString& explanation, const QString& icon);

Q_SIGNALS:
    void dropped(const QString& path);

protected:
    void paintEvent(QPaintEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    QHBoxLayout* first_;
    QGridLayout* others_;
    int count_ = 0;
    bool is_over_ = false;
};

} // namespace tunedesk::ui
