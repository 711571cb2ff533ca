// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/schema/schema.h"

#include <QWidget>

namespace tunedesk::ui {

/// The control of one key, made for its type: a check box, a combo box, check boxes in a row, a line of text,
/// a line with a browse button. It shows values and reports the user's edits without validation, which is
/// done by the preset's check.
class KeyEditor : public QWidget {
    Q_OBJECT

public:
    static KeyEditor* make(const preset::Key& key, QWidget* parent = nullptr);

    /// The value as text, as preset::set() reads it.
    virtual QString value() const = 0;
    /// Shows a value without reporting it; a field with the same value keeps its cursor.
    virtual void show_value(const QString& value) = 0;
    /// Sets the reasons why choices are not possible, in the order of key.choices, or of true and false;
    /// empty: possible. Such choices are disabled, with the reason as tool tip; a selected one can still be
    /// deselected.
    virtual void show_reasons(const QStringList& reasons);
    virtual void set_read_only(bool read_only) = 0;
    /// The (first) control that takes the focus. Not a focus proxy, which would add the editor itself to the
    /// tab order.
    QWidget* control() const { return control_; }

Q_SIGNALS:
    void edited(const QString& value);
    void focused();

protected:
    explicit KeyEditor(const preset::Key& key, QWidget* parent);
    /// Gives a control the key's name and help, and reports its focus; the wheel scrolls the page instead of
    /// changing values, and undo goes to the document.
    void adopt(QWidget* control);
    bool eventFilter(QObject* watched, QEvent* event) override;

    const preset::Key& key_;

private:
    QWidget* control_ = nullptr;
};

} // namespace tunedesk::ui
