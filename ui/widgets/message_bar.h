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

/// A line with a message and a button for the next action. Hidden without a message. In a layout it takes
/// space when it appears; with float_over() it does not. Window's thread.
class MessageBar : public QFrame {
    Q_OBJECT

public:
    enum class Kind { info, success, warning, error };

    explicit MessageBar(QWidget* parent = nullptr);

    /// Floats over the lower left corner of `host`, above other bars there, instead of taking space in a
    /// layout, so that it moves nothing below the pointer. Success messages without a button disappear after
    /// some seconds.
    void float_over(QWidget* host);
    static constexpr int stays_ms = 8000;

    /// The color that marks this kind of message, legible on the background of the application's palette.
    static QColor colour(Kind kind);

    /// `action`: the button's text; empty: no button. The message can be selected and copied.
    void say(Kind kind, const QString& text, const QString& action = {}, std::function<void()> act = {});
    /// Shows code, cause, what was kept and the next step, in the format of docs/errors.md.
    void say(const Error& error, const QString& action = {}, std::function<void()> act = {});
    void clear();
    QString text() const;
    /// The kind of the current or last message.
    Kind kind() const { return kind_; }

Q_SIGNALS:
    /// Emitted when the user has closed the bar with this message, or clicked its button.
    void answered(const QString& text);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void place();

    Kind kind_ = Kind::info;
    int order_ = 0;           ///< position in the stack of floating bars, from below
    QWidget* host_ = nullptr; ///< the widget that it floats over
    QTimer* leaves_;
    QLabel* text_;
    QPushButton* action_;
    std::function<void()> act_;
};

} // namespace tunedesk::ui
