#pragma once

#include "base/error.h"

#include <QColor>
#include <QFrame>
#include <functional>

class QLabel;
class QPushButton;

namespace tunedesk::ui {

/// One line across a page that says what happened and offers the one thing to do next. Hidden until it has
/// something to say.
class MessageBar : public QFrame {
    Q_OBJECT

public:
    enum class Kind { info, success, warning, error };

    explicit MessageBar(QWidget* parent = nullptr);

    /// What marks a message of this kind: legible on dark and light alike, beside text in the palette's
    /// colour.
    static QColor colour(Kind kind);

    /// `action` may be empty: then there is no button. The text can be selected and copied.
    void say(Kind kind, const QString& text, const QString& action = {}, std::function<void()> act = {});
    /// Code, cause, what is kept and what to do, as FAULTS.md shapes an error.
    void say(const Error& error, const QString& action = {}, std::function<void()> act = {});
    void clear();
    QString text() const;

Q_SIGNALS:
    /// The user has closed the bar that said this, or pressed its button.
    void answered(const QString& text);

private:
    QLabel* text_;
    QPushButton* action_;
    std::function<void()> act_;
};

} // namespace tunedesk::ui
