// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/error.h"

#include <QColor>
#include <QFrame>
#include <functional>

class QLabel;
class QPushButton;
class QTimer;

namespace tunedesk::ui {

/// A line with a message and the one action to take next. Hidden while it has no message.
/// In a layout it pushes the others away; with float_over() nothing moves. Window's thread.
class MessageBar : public QFrame {
    Q_OBJECT

public:
    enum class Kind { info, success, warning, error };

    explicit MessageBar(QWidget* parent = nullptr);

    /// Floats over the lower left corner of `host`, above other bars there, instead of in a layout: what
    /// appears never moves what the pointer is on. Good news without a button leaves by itself after some
    /// seconds.
    void float_over(QWidget* host);
    static constexpr int stays_ms = 8000;

    /// What marks a message of this kind, legible on the ground of the application's palette.
    static QColor colour(Kind kind);

    /// `action` may be empty: then there is no button. The text can be selected and copied.
    void say(Kind kind, const QString& text, const QString& action = {}, std::function<void()> act = {});
    /// Code, cause, what is kept and what to do, in the shape of docs/errors.md.
    void say(const Error& error, const QString& action = {}, std::function<void()> act = {});
    void clear();
    QString text() const;
    /// Of the present message or the last one.
    Kind kind() const { return kind_; }

Q_SIGNALS:
    /// The user has closed the bar with this message, or pressed its button.
    void answered(const QString& text);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void place();

    Kind kind_ = Kind::info;
    int order_ = 0;           ///< the order in which bars came to float is that from below
    QWidget* host_ = nullptr; ///< what it floats over
    QTimer* leaves_;
    QLabel* text_;
    QPushButton* action_;
    std::function<void()> act_;
};

} // namespace tunedesk::ui
