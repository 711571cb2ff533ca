// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace tunedesk::preset {
struct Key;
}

namespace tunedesk::ui {

class MessageBar;
class PresetDocument;
class PresetForm;

/// Proposes a sweep when several values are typed into the field of a number ("1e-5, 3e-5"). The text keeps
/// its value and the field the typed text. Window's thread.
class SeveralValues : public QObject {
    Q_OBJECT

public:
    /// All must live as long.
    SeveralValues(PresetDocument* document, PresetForm* form, MessageBar* messages, QObject* parent);

    /// Whether the input is, or may become, several values, which must not be written to the text.
    bool take(const preset::Key& key, const QString& value);
    /// Removes the message about several values, once their field has one again.
    void forget();

Q_SIGNALS:
    void sweep_requested(const QString& key, const QString& values);

private:
    PresetDocument* document_;
    PresetForm* form_;
    MessageBar* messages_;
    QString key_;     ///< the key whose field has several values
    QString message_; ///< the bar's message about them
};

} // namespace tunedesk::ui
