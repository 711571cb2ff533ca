// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "preset/schema/schema.h"

#include <QWidget>

namespace tunedesk::ui {

/// The control of one key, made for its type: a check box, a combo box, check boxes in a row, a line of text,
/// a line with a browse button. It shows values and reports what the user makes of them, right or wrong; what
/// is wrong is found by the preset's own check.
class KeyEditor : public QWidget {
    Q_OBJECT

public:
    static KeyEditor* make(const preset::Key& key, QWidget* parent = nullptr);

    /// The value as text, as preset::set() reads it.
    virtual QString value() const = 0;
    /// Shows a value without reporting it; a field with the same value keeps its cursor.
    virtual void show_value(const QString& value) = 0;
    /// Reasons why choices cannot be taken, in the order of key.choices, or of true and false; empty if they
    /// can. Such a choice is disabled and has its reason as tool tip; the one that is shown can be left.
    virtual void show_reasons(const QStringList& reasons);
    virtual void set_read_only(bool read_only) = 0;
    /// What takes the focus, the first of several. No focus proxy: Tab would stop at the editor wherever that
    /// is in the order, and lead back to the control.
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
