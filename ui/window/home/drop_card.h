// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QAction;
class QGridLayout;
class QHBoxLayout;

namespace tunedesk::ui {

/// The card for starting: a drop area for a table, a folder of images or a preset, the window's first action
/// as a large button, and alternatives as smaller ones. Drops are handled by the window; the card only shows
/// that a drop would be accepted. Window's thread.
class DropCard : public QFrame {
    Q_OBJECT

public:
    explicit DropCard(QWidget* parent = nullptr);

    /// Adds a button for the action; the first one is large and the default.
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
